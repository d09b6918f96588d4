import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceiptSignatures } from '../../ports/credentials.ts';
import { deriveKey } from './derived-keys.ts';

/** Signs receipts with HMAC-SHA-256; the key is derived from DATA_KEY, so that whoever has only a receipt cannot make another. */
export const receiptSignatures = (dataKey: string): ReceiptSignatures => {
  const key = deriveKey(dataKey, 'erasure receipt');
  const signatureOf = (bytes: Uint8Array) => createHmac('sha256', key).update(bytes).digest('hex');
  return {
    sign: (text) => signatureOf(Buffer.from(text)),
    // Compared as it is written: a decoder of hexadecimal digits leaves out whatever comes behind them.
    isSigned: (bytes, signature) => {
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(bytes))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
};
