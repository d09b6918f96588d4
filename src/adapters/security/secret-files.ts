import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** The file of a secret cannot be used; the message names it and the reason. */
export class UnusableSecret extends Error {}

/** Returns the secret in a file, 64 hexadecimal digits; undefined if there is no such file. Throws UnusableSecret if it holds anything else or cannot be read. */
export const readSecret = (path: string): string | undefined => {
  let text;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new UnusableSecret(`${path} cannot be read (${code ?? String(error)})`);
  }
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new UnusableSecret(`${path} does not hold 64 hexadecimal digits`);
  return text;
};

/** Creates a file with a new secret, whole or not at all, with mode 0600; returns the secret of the file, which another process may have created first. */
export const createSecret = (path: string): string => {
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
  return readSecret(path) ?? createSecret(path);
};
