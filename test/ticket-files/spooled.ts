import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawTicket } from '../../src/ticket-files/raw-ticket.ts';
import { readTicketFile } from '../../src/ticket-files/read-ticket-file.ts';

/** A folder for one test file's spooled uploads: `spool` writes bytes and returns their path. */
export const spoolFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'precedent-files-'));
  let files = 0;
  return {
    spool: async (bytes: string | Uint8Array): Promise<string> => {
      const path = join(folder, String(files++));
      await writeFile(path, bytes);
      return path;
    },
    remove: () => rm(folder, { recursive: true }),
  };
};

/** Everything that an iterable gives. */
export const collected = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** The tickets of an uploaded file's bytes. */
export const fileReader =
  (spool: (bytes: string | Uint8Array) => Promise<string>) =>
  async (bytes: string | Uint8Array, name = 'tickets.csv', type = ''): Promise<readonly RawTicket[]> =>
    collected(readTicketFile({ path: await spool(bytes), name, type }));

/** The values alone. */
export const valuesOf = (tickets: readonly RawTicket[]): readonly unknown[] => tickets.map(({ value }) => value);
