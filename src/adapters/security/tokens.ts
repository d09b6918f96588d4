import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { JwtAlgorithm, Tokens } from '../../ports/credentials.ts';

type Signing = { readonly secret: string; readonly algorithm: JwtAlgorithm; readonly lifetimeMinutes: number };

type Options = {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Tokens in memory, about 300 bytes each. */
  readonly maxRemembered?: number;
};

/** `expiresAt` in seconds since 1970, as in the claim exp (RFC 7519, 4.1.4). */
type Verified = { readonly userId: string; readonly expiresAt: number };

/**
 * Bearer tokens with the claims sub, iat and exp only. The signature of a token is verified once while it is remembered, which costs as much as all else that
 * is done for a credential; its expiry is looked at each time. Nothing else ends a token: whether the user exists is asked of the accounts.
 */
export const jwtTokens = (
  { secret, algorithm, lifetimeMinutes }: Signing,
  { now = Date.now, maxRemembered = 10_000 }: Options = {},
): Tokens => {
  // Prepared once; with the secret as a string each token would do so again, at four times the cost.
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  /** In the order in which they were verified; invalid ones are not among them. */
  const verified = new Map<string, Verified>();

  const verify = (token: string): Verified | undefined => {
    const seconds = Math.floor(now() / 1_000);
    const payload = validPayload(() => jwt.verify(token, key, { algorithms: [algorithm], clockTimestamp: seconds }));
    if (typeof payload?.sub !== 'string') return undefined;
    const found = { userId: payload.sub, expiresAt: payload.exp ?? Infinity };
    const [oldest] = verified.keys();
    if (verified.size >= maxRemembered && oldest !== undefined) verified.delete(oldest);
    verified.set(token, found);
    return found;
  };

  return {
    issue: (userId) => jwt.sign({}, key, { algorithm, subject: userId, expiresIn: lifetimeMinutes * 60 }),
    userOf: (token) => {
      const { userId, expiresAt } = verified.get(token) ?? verify(token) ?? {};
      if (expiresAt === undefined || Math.floor(now() / 1_000) < expiresAt) return userId;
      verified.delete(token);
      return undefined;
    },
  };
};

/** Undefined if the library refuses the token. */
const validPayload = (verify: () => string | jwt.JwtPayload): jwt.JwtPayload | undefined => {
  try {
    const payload = verify();
    return typeof payload === 'object' ? payload : undefined;
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return undefined;
    throw error;
  }
};
