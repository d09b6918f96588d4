import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/** Bytes that fit one packet: sending fewer of them saves no time. */
const threshold = 1_400;

const compressible = /^(?:application\/(?:json|x-ndjson)|text\/(?!event-stream))/;

/**
 * Answers with a credential in them. The length of a compressed answer tells who listens whether a guess at a secret in it was right (BREACH), if they can
 * put the guess into it and make a browser ask for it. No browser sends our credentials by itself; these answers stay as they are all the same.
 */
const withCredentials = /^\/api\/(?:login|register|keys|(?:v1\/)?me(?:\/|$))/;

/** Neither refusals, which may be sent while a body is still read, nor event streams, which must not wait in a buffer. */
const isCompressed = ({ path }: Request, response: Response): boolean =>
  response.statusCode < 400 &&
  compressible.test(String(response.getHeader('Content-Type'))) &&
  !withCredentials.test(path);

/** Compresses what is larger than a packet for clients that take it (`br`, `gzip`, `deflate`), as it is written. */
export const compressing = (): RequestHandler => compression({ threshold, filter: isCompressed });
