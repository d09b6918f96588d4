import { hash, randomUUID } from 'node:crypto';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a value is the text of a UUID, of any version and letter case. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value);

/** UUID version 5 (RFC 9562) of a name; `namespace` is a UUID. The same pair always gives the same id. */
export const uuidV5 = (namespace: string, name: string): string => {
  const named = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)]);
  // In one call: an object for the hash would take as long again, and the garbage collector longer.
  const hex = hash('sha1', named, 'hex');
  const variant = (Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8;
  const [low, middle, last] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(20, 32)];
  return `${low}-${middle}-5${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(17, 20)}-${last}`;
};

/** UUID version 7 (RFC 9562) of a time: random, but later ones sort after earlier ones, so that an index grows at its end. */
export const uuidV7 = (time: Date): string => {
  const milliseconds = time.getTime().toString(16).padStart(12, '0');
  // The rest is random as in version 4, whose digit of the version this replaces.
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${randomUUID().slice(15)}`;
};
