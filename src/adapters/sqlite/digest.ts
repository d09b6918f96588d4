import { createHash } from 'node:crypto';

/** 64 bits of an id's hash; their sum over all ids tells two copies apart whatever their order. */
export const hashOf = (id: string): bigint => createHash('sha1').update(id).digest().readBigUInt64LE(0);
