/** Waits; throws the signal's reason where it is given up, or returns sooner when the browser finds its connection again. */
export const pause = (seconds: number, signal: AbortSignal, sooner: readonly string[] = []): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      for (const event of sooner) window.removeEventListener(event, go);
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
    for (const event of sooner) window.addEventListener(event, go);
  });
