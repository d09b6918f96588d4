import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { ApiKeys } from '../../ports/credentials.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 32;
const ivLength = 12;
const tagLength = 16;

/** API keys, encrypted with AES-256-GCM and fingerprinted with HMAC-SHA-256; both keys, and the id of DATA_KEY, are derived from DATA_KEY (64 hexadecimal digits) by HKDF. */
export const sealedApiKeys = (dataKey: string): ApiKeys => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', Buffer.from(dataKey, 'hex'), '', purpose, 32));
  const sealing = derive('api-key sealing');
  const fingerprinting = derive('api-key fingerprint');
  return {
    dataKeyId: derive('data-key identity').toString('hex'),
    generate: () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
    seal: (key) => {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv);
      const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, ivLength));
      decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
      return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8');
    },
    fingerprint: (key) => createHmac('sha256', fingerprinting).update(key, 'utf8').digest('hex'),
  };
};
