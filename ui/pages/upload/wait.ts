/** Calls `go` when there is no reason left to wait; returns what stops listening. */
export type WakeSource = (go: () => void) => () => void;

const never: WakeSource = () => () => undefined;

/** Waits for some seconds or until `sooner` calls; throws the signal's reason where the wait is given up. */
export const wait = (seconds: number, signal: AbortSignal, sooner = never): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      stopListening();
    };
    const go = () => {
      end();
      resolve();
    };
    const giveUp = () => {
      end();
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Given up', 'AbortError'));
    };
    const timer = setTimeout(go, seconds * 1000);
    signal.addEventListener('abort', giveUp, { once: true });
    const stopListening = sooner(go);
  });
