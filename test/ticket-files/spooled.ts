import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawTicket, TicketItem } from '../../src/ticket-files/ticket-item.ts';
import type { Findings, ReadOptions } from '../../src/ticket-files/read-options.ts';
import { readTickets, ticketItems } from '../../src/ticket-files/read-tickets.ts';

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

type Spool = (bytes: string | Uint8Array) => Promise<string>;

/** The tickets of an uploaded file's bytes. */
export const fileReader =
  (spool: Spool) =>
  async (bytes: string | Uint8Array, name = 'tickets.csv', type = ''): Promise<readonly RawTicket[]> =>
    collected(readTickets({ kind: 'file', path: await spool(bytes), name, type }));

type Inspected = { readonly items: readonly TicketItem[]; readonly found: Partial<Findings> };

/** What an uploaded file holds, readable or not, and what was found of it. */
export const inspector =
  (spool: Spool) =>
  async (
    bytes: string | Uint8Array,
    { name = 'tickets.csv', kind = 'file', columns = {}, readAs }: InspectorOptions = {},
  ): Promise<Inspected> => {
    let found: Partial<Findings> = {};
    const options: ReadOptions = {
      readAs,
      columns: new Map(Object.entries(columns)),
      found: (some) => {
        found = { ...found, ...some };
      },
    };
    const items = await collected(ticketItems({ kind, path: await spool(bytes), name, type: '' }, options));
    return { items, found };
  };

type InspectorOptions = {
  readonly name?: string;
  readonly kind?: 'file' | 'body';
  readonly columns?: Readonly<Record<string, string | null>>;
  readonly readAs?: ReadOptions['readAs'];
};

/** The values alone. */
export const valuesOf = (tickets: readonly RawTicket[]): readonly unknown[] => tickets.map(({ value }) => value);
