import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body may take so long, and longer the more of it has come, but never more than `maxAheadMs` from then on. */
export type BodyPace = { readonly graceMs: number; readonly bytesPerSecond: number; readonly maxAheadMs: number };

/**
 * 20 s is what headers may take; the rate is that of a poor mobile connection (RFC 9110, 15.5.9; as mod_reqtimeout of Apache). Whoever has sent much at once may be
 * silent for a minute, as one that reads.
 */
export const bodyPace: BodyPace = { graceMs: 20_000, bytesPerSecond: 4_000, maxAheadMs: 60_000 };

/** The least time between two looks at a body. */
const minCheckMs = 1_000;

/**
 * Calls `refuse` if the body of a request comes too slowly. The time-out of Node is one for all requests, and as long as the largest upload may take: a login that sends
 * a byte now and then would hold its connection for as long. A body that is refused already has a time limit of its own (`endAfterBody`).
 */
export const limitBodyTime = (
  request: IncomingMessage,
  response: ServerResponse,
  { graceMs, bytesPerSecond, maxAheadMs }: BodyPace,
  refuse: () => void,
): void => {
  const { socket } = request;
  let read = socket.bytesRead;
  let allowedUntil = performance.now() + graceMs;
  const check = () => {
    if (request.complete || response.headersSent) return;
    const now = performance.now();
    const earnedMs = ((socket.bytesRead - read) / bytesPerSecond) * 1_000;
    read = socket.bytesRead;
    allowedUntil = Math.min(allowedUntil + earnedMs, now + maxAheadMs);
    const leftMs = allowedUntil - now;
    if (leftMs <= 0) refuse();
    else timer = setTimeout(check, Math.min(graceMs, Math.max(leftMs, minCheckMs)));
  };
  let timer = setTimeout(check, graceMs);
  response.once('close', () => clearTimeout(timer));
};
