import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { UnreadableFile } from './ticket-item.ts';
import { damaged, tooLarge } from './xlsx-refusals.ts';
import { sentence } from '../domain/sentence.ts';

/** Limits of one workbook: 64 MiB inflated (docs/contract.md, "Limits"); real workbooks have a few dozen entries. */
const zipLimits = { bytes: 64 * 1024 * 1024, entries: 10_000 };

/** The files inside a ZIP by name; the names are compared without case, as in Open Packaging Conventions. */
export type ZipEntries = {
  readonly has: (name: string) => boolean;
  /** The inflated bytes of an entry. Throws UnreadableFile, also if there is no such entry. */
  readonly read: (name: string) => AsyncGenerator<Buffer, void>;
  /** The same before it is read, counted by itself: for what stands behind what it is needed for. */
  readonly scan: (name: string) => AsyncGenerator<Buffer, void>;
  /** The same to look at an entry, counted with all other looks: what is looked at leaves the room of what is read. */
  readonly look: (name: string) => AsyncGenerator<Buffer, void>;
  /** Inflates the entries that were not read. Throws UnreadableFile if one is damaged. */
  readonly checkRest: () => Promise<void>;
  readonly close: () => void;
};

/**
 * Opens a ZIP. The sizes that all its entries declare are counted first, so that a limit that is exceeded refuses the file before it is parsed. They are not
 * trusted: an entry that inflates to another size is damaged, which is found where it is read. What is read is counted again, so that many references to one
 * entry do not multiply the work. Throws UnreadableFile.
 */
export const openZip = async (path: string): Promise<ZipEntries> => {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true }).catch(
    refuseDamaged,
  );
  try {
    const entries = await countedEntries(zip);
    const unread = new Set(entries.values());
    const [count, countLooks] = [byteCounter(), byteCounter()];
    const entryOf = (name: string): Entry => {
      const entry = entries.get(name.toLowerCase());
      if (!entry) throw damaged();
      return entry;
    };
    return {
      has: (name) => entries.has(name.toLowerCase()),
      scan: (name) => inflated(zip, entryOf(name), byteCounter()),
      look: (name) => inflated(zip, entryOf(name), countLooks),
      read: async function* (name) {
        const entry = entryOf(name);
        yield* inflated(zip, entry, count);
        // One that was left before its end is checked with the rest.
        unread.delete(entry);
      },
      checkRest: async () => {
        const countRest = byteCounter();
        for (const entry of unread) for await (const _chunk of inflated(zip, entry, countRest));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    return refuseDamaged(error);
  }
};

/** The entries by name in lower case. Two of one name are refused: programs would read different ones. */
const countedEntries = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  if (zip.entryCount > zipLimits.entries) throw tooLarge();
  const entries = new Map<string, Entry>();
  const count = byteCounter();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new UnreadableFile(sentence`The workbook has a password; save it without one`);
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw damaged();
    entries.set(name, entry);
    count(entry.uncompressedSize);
  }
  return entries;
};

type CountBytes = (bytes: number) => void;

/** Counts inflated bytes. Throws UnreadableFile above the limit. */
const byteCounter = (): CountBytes => {
  let left = zipLimits.bytes;
  return (bytes) => {
    left -= bytes;
    if (left < 0) throw tooLarge();
  };
};

async function* inflated(zip: ZipFile, entry: Entry, count: CountBytes): AsyncGenerator<Buffer, void> {
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      count(chunk.length);
      yield chunk;
    }
  } catch (error) {
    refuseDamaged(error);
  }
}

/** Errors of the library mean a damaged archive, except errors of the file system, which have a code. */
const refuseDamaged = (error: unknown): never => {
  const isOurs = error instanceof UnreadableFile;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'Z_';
  throw isOurs || !code.startsWith('Z_') ? error : damaged();
};
