import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { UnreadableFile } from './raw-ticket.ts';

/** A file inside a ZIP, inflated. */
export type ZipEntry = { readonly name: string; readonly content: Buffer };

/** What one workbook may hold: 64 MiB inflated (decisions, "Tickets"); real workbooks have some dozens of entries. */
export const zipLimits = { bytes: 64 * 1024 * 1024, entries: 10_000 };

/**
 * The entries that `isWanted` names, inflated. Every entry is inflated and counted, wanted or not, and what the ZIP's headers say of sizes is never
 * believed: memory is bounded by the limit however the archive was made. Throws UnreadableFile.
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

/** The library's errors are all about the archive but those of the file system, which have a code. */
const refuseDamaged = (error: unknown): never => {
  const isOurs = error instanceof UnreadableFile;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'Z_';
  throw isOurs || !code.startsWith('Z_') ? error : new UnreadableFile(damagedWorkbook);
};

/** The refusal of a workbook that cannot be read. */
export const damagedWorkbook = 'The workbook is damaged or not XLSX; save it again as XLSX or CSV';
