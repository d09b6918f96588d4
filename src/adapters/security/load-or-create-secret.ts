import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the secret in a file, 64 hexadecimal digits; creates the file atomically, with mode 0600, if it does not exist. Throws if it holds
 * anything else.
 */
export const loadOrCreateSecret = (folder: string, name: string): string => {
  const path = join(folder, name);
  const existing = readSecret(path);
  if (existing !== undefined) return existing;
  const draft = `${path}.${process.pid}.draft`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, `${randomBytes(32).toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    // A link never replaces a file: of two processes at the same time the first one's secret is used by both.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(path) ?? loadOrCreateSecret(folder, name);
};

const readSecret = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} does not hold a secret of 64 hexadecimal digits`);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
