import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceiptSignatures } from '../../ports/credentials.ts';
import { deriveKey } from './derived-keys.ts';

/** Signs receipts with HMAC-SHA-256; the key is derived from DATA_KEY, so that whoever has only a receipt cannot make another. */
export const receiptSignatures = (dataKey: string): ReceiptSignatures => {
  const key = deriveKey(dataKey, 'erasure receipt');
  const sign = (bytes: Uint8Array) => createHmac('sha256', key).update(bytes).digest();
  return {
    sign: (text) => sign(Buffer.from(text)).toString('hex'),
    isSigned: (bytes, signature) => {
      const given = Buffer.from(signature, 'hex');
      const right = sign(bytes);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
};
