import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A key of 32 bytes for one purpose, derived from DATA_KEY (64 hexadecimal digits) by HKDF. */
export const deriveKey = (dataKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(dataKey, 'hex'), '', purpose, 32));

const ivLength = 12;
const tagLength = 16;

/** Encrypts with AES-256-GCM: the initialisation vector, the tag and the encrypted bytes, one after the other. */
export const seal = (key: Buffer, bytes: Buffer): Buffer => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/** Throws if the bytes were not sealed with this key. */
export const unseal = (key: Buffer, bytes: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]);
};
