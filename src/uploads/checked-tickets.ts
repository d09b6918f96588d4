import { type FileHandle, open, rm } from 'node:fs/promises';
import { eventLoopYielder } from '../concurrency/yield-to-event-loop.ts';
import { textLength, type TicketInput } from '../domain/ticket-input.ts';
import { batcher } from './batcher.ts';

/** A ticket that was read and checked, and its row in the file of a table (from 1). */
export type CheckedTicket = { readonly input: TicketInput; readonly row: number | null };

/** `memory` in UTF-16 units, each ticket and message counted as some more; `file` in bytes. */
type Limits = { readonly memory: number; readonly file: number };

/**
 * Small uploads stay in memory. The file has room for twice the largest body, as Windows-1251 becomes UTF-8, and for the JSON around 100 000 tickets.
 * Only a workbook that repeats a long shared string many times is larger.
 */
const defaultLimits: Limits = { memory: 512 * 1024, file: 128 * 1024 * 1024 };

/** UTF-16 units that a ticket or message counts for, beside its texts. */
const overhead = 100;

export type CheckedTickets = ReturnType<typeof checkedTickets>;

/**
 * Keeps tickets in their order from check to processing: the last ones in memory, those before as lines of JSON in a file of mode 0600. Tickets that
 * exceed the file's limit, and all after them, are not kept. Throws what the file system throws.
 */
export const checkedTickets = (path: string, limits: Limits = defaultLimits) => {
  const inMemory = batcher<CheckedTicket>({ items: Number.POSITIVE_INFINITY, size: limits.memory });
  /** Bytes of each page of the file. */
  const pages: number[] = [];
  let file: FileHandle | undefined;
  let fileBytes = 0;
  let inFile = 0;
  let isFull = false;

  const appendPage = async (tickets: readonly CheckedTicket[]): Promise<void> => {
    const lines = await linesOf(tickets);
    if (fileBytes + lines.length > limits.file) {
      isFull = true;
      return;
    }
    file ??= await open(path, 'wx+', 0o600);
    await file.writeFile(lines);
    pages.push(lines.length);
    fileBytes += lines.length;
    inFile += tickets.length;
  };

  return {
    add: (ticket: CheckedTicket): Promise<void> | undefined => {
      if (isFull) return undefined;
      const { input } = ticket;
      const page = inMemory.add(ticket, textLength(input) + overhead * (1 + input.messages.length));
      return page && appendPage(page);
    },
    /** How many tickets are kept; all that were added unless `isFull`. */
    count: (): number => inFile + inMemory.items().length,
    isFull: (): boolean => isFull,
    read: async function* (): AsyncGenerator<CheckedTicket, void> {
      let position = 0;
      for (const bytes of pages) {
        if (file) yield* ticketsOf(await readPage(file, position, bytes));
        position += bytes;
      }
      yield* inMemory.items();
    },
    /** Closes and removes the file; nothing can be read after that. */
    remove: async (): Promise<void> => {
      if (!file) return;
      await file.close();
      await rm(path, { force: true });
    },
  };
};

const linesOf = async (tickets: readonly CheckedTicket[]): Promise<Buffer> => {
  const yieldIfDue = eventLoopYielder();
  const lines: string[] = [];
  for (const ticket of tickets) {
    lines.push(JSON.stringify(ticket), '\n');
    await yieldIfDue();
  }
  return Buffer.from(lines.join(''));
};

const readPage = async (file: FileHandle, position: number, bytes: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, position);
  if (bytesRead !== bytes) throw new Error(`A file of checked tickets has ${bytesRead} of ${bytes} bytes`);
  return buffer;
};

const lineFeed = 0x0a;

function* ticketsOf(page: Buffer): Generator<CheckedTicket, void> {
  for (let start = 0; start < page.length;) {
    const end = page.indexOf(lineFeed, start);
    yield JSON.parse(page.toString('utf8', start, end)) as CheckedTicket;
    start = end + 1;
  }
}
