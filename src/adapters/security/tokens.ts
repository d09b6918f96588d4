import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { JwtAlgorithm, Tokens } from '../../ports/credentials.ts';

/** A KeyObject is prepared once: with the secret as a string every token would prepare it again, at four times the cost. */
export const signingKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'));

type Signing = { readonly key: KeyObject; readonly algorithm: JwtAlgorithm; readonly lifetimeMinutes: number };

/** Bearer tokens with the claims sub, iat and exp, no more. */
export const jwtTokens = ({ key, algorithm, lifetimeMinutes }: Signing): Tokens => ({
  issue: (userId) => jwt.sign({}, key, { algorithm, subject: userId, expiresIn: lifetimeMinutes * 60 }),
});
