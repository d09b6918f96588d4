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
