import { hash } from 'node:crypto';

/** 132 bits of SHA-256 in base64url: enough that no two texts meet by chance. */
export const shortDigest = (data: string | Buffer): string => hash('sha256', data, 'base64url').slice(0, 22);
