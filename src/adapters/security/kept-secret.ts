import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A secret that was made at the first start and is kept in a file of mode 0600; written whole or not at all. Returns 64 hexadecimal digits. */
export const keptSecret = (folder: string, name: string): string => {
  const path = join(folder, name);
  const kept = readKept(path);
  if (kept !== undefined) return kept;
  const draft = `${path}.${process.pid}.draft`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, `${randomBytes(32).toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    // A link never replaces: of two that race the first one's secret is everybody's.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKept(path) ?? keptSecret(folder, name);
};

const readKept = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} does not hold a secret of 64 hexadecimal digits`);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
