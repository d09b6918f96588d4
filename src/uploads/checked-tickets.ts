import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import type { DeskSkip } from '../domain/desks.ts';
import { textLength, type TicketInput } from '../domain/ticket-input.ts';
import { batcher } from './batcher.ts';
import type { Room } from './disk-rooms.ts';
import { pageFile, pageFileBytes } from './page-file.ts';

/** A ticket that was read and checked, its row in the file of a table (from 1), and why its export says that it is not looked at. */
export type CheckedTicket = {
  readonly input: TicketInput;
  readonly row: number | null;
  readonly skip?: DeskSkip | undefined;
};

/** `memory` in UTF-16 units, each ticket and message counted as some more; `file` in bytes. */
type Limits = { readonly memory: number; readonly file: number };

/** Only a workbook that repeats a long shared string many times is larger than the file, or a tenant with many uploads at a time. */
const defaultLimits: Limits = { memory: 128 * 1024, file: pageFileBytes };

/** UTF-16 units that a ticket or message counts for in addition to its texts. */
const overhead = 100;

export type CheckedTickets = ReturnType<typeof checkedTickets>;

/**
 * Keeps tickets in their order from check to processing: the last ones in memory, those before as lines of JSON in a file. Tickets that exceed the file's
 * limit, and all after them, are not kept. Throws DiskFull, Unavailable if the disk fails otherwise, and what else the file system throws.
 */
export const checkedTickets = (
  { path, room }: { readonly path: string; readonly room: Room },
  yieldIfDue: YieldIfDue,
  limits: Limits = defaultLimits,
) => {
  const inMemory = batcher<CheckedTicket>({ items: Number.POSITIVE_INFINITY, size: limits.memory });
  const file = pageFile(path, room, limits.file);
  let inFile = 0;
  let isFull = false;
  const moveToFile = async (tickets: readonly CheckedTicket[]): Promise<void> => {
    isFull = !(await file.append(await linesOf(tickets, yieldIfDue)));
    if (!isFull) inFile += tickets.length;
  };
  return {
    add: (ticket: CheckedTicket): Promise<void> | undefined => {
      if (isFull) return undefined;
      const { input } = ticket;
      const page = inMemory.add(ticket, textLength(input) + overhead * (1 + input.messages.length));
      return page && moveToFile(page);
    },
    /** Moves those in memory to the file: hundreds of uploads may wait, and what a thread holds for long costs its heap twice as much. */
    toFile: async (): Promise<void> => {
      const page = inMemory.take();
      if (page.length > 0) await moveToFile(page);
    },
    /** How many tickets are kept; all that were added unless `isFull`. */
    count: (): number => inFile + inMemory.items().length,
    isFull: (): boolean => isFull,
    read: async function* (): AsyncGenerator<CheckedTicket, void> {
      for await (const page of file.pages()) yield* ticketsOf(page);
      yield* inMemory.items();
    },
    /** Closes and removes the file; nothing can be read after that. */
    remove: file.remove,
  };
};

const linesOf = async (tickets: readonly CheckedTicket[], yieldIfDue: YieldIfDue): Promise<Buffer> => {
  const lines: string[] = [];
  for (const ticket of tickets) {
    lines.push(JSON.stringify(ticket), '\n');
    await yieldIfDue();
  }
  return Buffer.from(lines.join(''));
};

const lineFeed = 0x0a;

function* ticketsOf(page: Buffer): Generator<CheckedTicket, void> {
  for (let start = 0; start < page.length;) {
    const end = page.indexOf(lineFeed, start);
    yield JSON.parse(page.toString('utf8', start, end)) as CheckedTicket;
    start = end + 1;
  }
}
