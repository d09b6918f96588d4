import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body may take so long, and longer the more of it has come. */
export type BodyPace = { readonly graceMs: number; readonly bytesPerSecond: number };

/** 20 s is what headers may take; the rate is that of a poor mobile connection (RFC 9110, 15.5.9; as mod_reqtimeout of Apache). */
export const bodyPace: BodyPace = { graceMs: 20_000, bytesPerSecond: 4_000 };

/** The least time between two looks at a body. */
const minCheckMs = 1_000;

/**
 * Calls `refuse` if the body of a request comes too slowly. The time-out of Node is one for all requests, and as long as the largest upload may take: a login that sends
 * a byte now and then would hold its connection for as long. A body that is refused already has a time limit of its own (`endAfterBody`).
 */
export const limitBodyTime = (
  request: IncomingMessage,
  response: ServerResponse,
  { graceMs, bytesPerSecond }: BodyPace,
  refuse: () => void,
): void => {
  const { socket } = request;
  const start = performance.now() - (socket.bytesRead / bytesPerSecond) * 1_000;
  const check = () => {
    if (request.complete || response.headersSent) return;
    const allowedUntil = start + graceMs + (socket.bytesRead / bytesPerSecond) * 1_000;
    const leftMs = allowedUntil - performance.now();
    if (leftMs <= 0) refuse();
    else timer = setTimeout(check, Math.max(leftMs, Math.min(minCheckMs, graceMs)));
  };
  let timer = setTimeout(check, graceMs);
  response.once('close', () => clearTimeout(timer));
};
