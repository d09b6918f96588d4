import type { ServerResponse } from 'node:http';

const signals = new WeakMap<ServerResponse, AbortSignal>();

/** Aborts when the response is closed: the client has left, or has all of it. Everything that a request runs shares one signal. */
export const clientGone = (response: ServerResponse): AbortSignal => {
  const known = signals.get(response);
  if (known) return known;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  signals.set(response, gone.signal);
  return gone.signal;
};

/** Does work until its client leaves; if it rejects for that reason, it has not failed. */
export const whileThere = async (
  response: ServerResponse,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const signal = clientGone(response);
  try {
    await work(signal);
  } catch (error) {
    if (error !== signal.reason) throw error;
  }
};
