/** Runs `action` once: after the milliseconds, or earlier if the browser comes back online. Returns what cancels it. */
export const onlineOrAfter = (milliseconds: number, action: () => void): (() => void) => {
  const cancel = () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
  const run = () => {
    cancel();
    action();
  };
  const timer = setTimeout(run, milliseconds);
  window.addEventListener('online', run);
  return cancel;
};

/** Runs `action` once the browser is back online, after a failure that was for want of a connection. */
export const onlineAfter = (failure: { readonly status: number } | undefined, action: () => void): void => {
  if (failure?.status === 0) window.addEventListener('online', action, { once: true });
};
