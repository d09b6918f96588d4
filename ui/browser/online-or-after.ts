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

const againMs = { first: 2_000, last: 60_000 };

/** Looks again at what runs for some time: 2 s after a look, ever later up to a minute, or earlier if the browser comes back online. */
export const lookingAgain = (look: () => void) => {
  let waitMs = againMs.first;
  let cancel: () => void = () => undefined;
  return {
    later: (): void => {
      cancel();
      cancel = onlineOrAfter(waitMs, look);
      waitMs = Math.min(againMs.last, waitMs * 1.5);
    },
    pause: (): void => cancel(),
    /** The next look is as soon as the first was. */
    restart: (): void => void (waitMs = againMs.first),
  };
};

/** Runs `action` once the browser is back online, after a failure that was for want of a connection. */
export const onlineAfter = (failure: { readonly status: number } | undefined, action: () => void): void => {
  if (failure?.status === 0) window.addEventListener('online', action, { once: true });
};
