/** Subscribes `wake`, which ends a wait early; returns the function that unsubscribes it. */
export type WakeSource = (wake: () => void) => () => void;

const never: WakeSource = () => () => undefined;

/** Resolves after some seconds or when `wakeSource` fires; rejects with the signal's reason. */
export const wait = (seconds: number, signal: AbortSignal, wakeSource = never): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const cleanUp = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      unsubscribe();
    };
    const wake = () => {
      cleanUp();
      resolve();
    };
    const onAbort = () => {
      cleanUp();
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Given up', 'AbortError'));
    };
    const timer = setTimeout(wake, seconds * 1000);
    signal.addEventListener('abort', onAbort, { once: true });
    const unsubscribe = wakeSource(wake);
  });

/** Fires when the browser is online again and on `wake`. */
export const createWakeSource = (): { readonly wakeSource: WakeSource; readonly wake: () => void } => {
  const target = new EventTarget();
  const wakeSource: WakeSource = (wake) => {
    target.addEventListener('wake', wake);
    window.addEventListener('online', wake);
    return () => {
      target.removeEventListener('wake', wake);
      window.removeEventListener('online', wake);
    };
  };
  return { wakeSource, wake: () => target.dispatchEvent(new Event('wake')) };
};
