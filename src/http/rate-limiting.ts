import type { RequestHandler } from 'express';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { refuse } from './errors.ts';

/** "Limits" of the contract: everything counts but the path that tells whether the service lives. */
export const rateLimiting =
  (limiter: RateLimiter): RequestHandler =>
  async (request, response, next) => {
    if (request.path === '/api/health') {
      next();
      return;
    }
    const { admitted, limit, remaining, resetSeconds } = await limiter.admit(addressOf(request.ip));
    if (limit > 0) {
      response.set({
        'RateLimit-Limit': String(limit),
        'RateLimit-Remaining': String(remaining),
        'RateLimit-Reset': String(resetSeconds),
      });
    }
    if (admitted) {
      next();
      return;
    }
    response.set('Retry-After', String(resetSeconds));
    refuse(response, 429, 'Rate limit exceeded');
  };

/** An IPv4 address reached over an IPv6 socket is the same client. */
const addressOf = (address: string | undefined) => (address ?? 'unknown').replace(/^::ffff:/, '');
