import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceiptSignatures } from '../../ports/credentials.ts';
import { deriveKey } from './derived-keys.ts';

/** Signs receipts with HMAC-SHA-256; the key is derived from DATA_KEY, so that whoever has only a receipt cannot make another. */
export const receiptSignatures = (dataKey: string): ReceiptSignatures => {
  const key = deriveKey(dataKey, 'erasure receipt');
  const sign = (text: string) => createHmac('sha256', key).update(text, 'utf8').digest();
  return {
    sign: (text) => sign(text).toString('hex'),
    isSigned: (text, signature) => {
      const given = Buffer.from(signature, 'hex');
      const right = sign(text);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
};
