import { createHmac, randomInt } from 'node:crypto';
import type { ApiKeys } from '../../ports/credentials.ts';
import { deriveKey, seal, unseal } from './derived-keys.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 32;

/** API keys, encrypted with AES-256-GCM and fingerprinted with HMAC-SHA-256; both keys, and the id of DATA_KEY, are derived from it. */
export const sealedApiKeys = (dataKey: string): ApiKeys => {
  const sealing = deriveKey(dataKey, 'api-key sealing');
  const fingerprinting = deriveKey(dataKey, 'api-key fingerprint');
  return {
    dataKeyId: deriveKey(dataKey, 'data-key identity').toString('hex'),
    generate: () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
    seal: (key) => seal(sealing, Buffer.from(key)).toString('base64'),
    open: (sealed) => unseal(sealing, Buffer.from(sealed, 'base64')).toString(),
    fingerprint: (key) => createHmac('sha256', fingerprinting).update(key, 'utf8').digest('hex'),
  };
};
