import type { RequestHandler } from 'express';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { clientAddress } from './client-address.ts';
import { refuse } from './errors.ts';

/** Counts every request but the health check (docs/contract.md, "Limits"). */
export const rateLimiting =
  (limiter: RateLimiter): RequestHandler =>
  async (request, response, next) => {
    if (request.path === '/api/health') {
      next();
      return;
    }
    const { admitted, limit, remaining, resetSeconds } = await limiter.admit(clientAddress(request.ip));
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
