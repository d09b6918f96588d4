import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { UnreadableFile } from './ticket-item.ts';

/** A file inside a ZIP, inflated. */
export type ZipEntry = { readonly name: string; readonly content: Buffer };

/** Limits of one workbook: 64 MiB inflated (docs/contract.md, "Limits"); real workbooks have a few dozen entries. */
const zipLimits = { bytes: 64 * 1024 * 1024, entries: 10_000 };

/**
 * The entries that `isWanted` selects, inflated. All entries are inflated and counted, and the sizes in the ZIP's headers are not trusted, so that the
 * limit bounds memory for any archive. Throws UnreadableFile.
 */
export const inflateZip = async (path: string, isWanted: (name: string) => boolean): Promise<readonly ZipEntry[]> => {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true }).catch(
    refuseDamaged,
  );
  try {
    return await inflateAll(zip, isWanted);
  } catch (error) {
    return refuseDamaged(error);
  } finally {
    zip.close();
  }
};

const inflateAll = async (zip: ZipFile, isWanted: (name: string) => boolean): Promise<readonly ZipEntry[]> => {
  if (zip.entryCount > zipLimits.entries) throw tooLarge();
  const entries: ZipEntry[] = [];
  let left = zipLimits.bytes;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new UnreadableFile('The workbook has a password; save it without one');
    const parts: Buffer[] = [];
    for await (const part of inflated(zip, entry)) {
      left -= part.length;
      if (left < 0) throw tooLarge();
      if (isWanted(entry.fileName)) parts.push(part);
    }
    if (isWanted(entry.fileName)) entries.push({ name: entry.fileName, content: Buffer.concat(parts) });
  }
  return entries;
};

async function* inflated(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void> {
  const stream = await zip.openReadStreamPromise(entry);
  for await (const part of stream as AsyncIterable<Buffer>) yield part;
}

const tooLarge = () => new UnreadableFile('Spreadsheet is too large; save it as CSV');

/** Errors of the library mean a damaged archive, except errors of the file system, which have a code. */
const refuseDamaged = (error: unknown): never => {
  const isOurs = error instanceof UnreadableFile;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'Z_';
  throw isOurs || !code.startsWith('Z_') ? error : new UnreadableFile(damagedWorkbook);
};

/** Message for an unreadable workbook. */
export const damagedWorkbook = 'The workbook is damaged or not XLSX; save it again as XLSX or CSV';
