import { open } from 'node:fs/promises';
import { parseString } from 'fast-csv';
import { repairSentence, skippedHeader } from '../../src/http/skipped-csv.ts';
import { byteOrderMark, csvLine, withoutFormula } from '../../src/platform/csv-line.ts';
import type { SkippedTicket, TicketPosition } from './file-tickets.ts';
import type { Options } from './options.ts';

/** The CSV of skipped tickets, whose `row` is the row of the user's table, or the number of the ticket in a JSON file, from 1. */
export type SkippedFile = {
  /** Appends the skipped tickets of a part, as the service lists them: `row` in its CSV counts from 1 in the part. */
  readonly addPart: (csv: string, positions: readonly TicketPosition[]) => Promise<void>;
  /** Appends a ticket that is not sent, as its export says. */
  readonly add: (ticket: SkippedTicket) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Row = Readonly<Record<(typeof skippedHeader)[number], string>>;

/** Of lines that are written at once: an export may have any number of tickets that are not sent. */
const maxPending = 64 * 1024;

/** Creates or truncates the file; undefined if none is wanted. */
export const openSkippedFile = async ({
  skipped: path,
  language,
}: Pick<Options, 'skipped' | 'language'>): Promise<SkippedFile | undefined> => {
  if (path === undefined) return undefined;
  const file = await open(path, 'w');
  let pending = byteOrderMark + csvLine(skippedHeader);
  const flush = async () => {
    const lines = pending;
    pending = '';
    await file.appendFile(lines);
  };
  // At once, so that a path that cannot be written to fails before anything is sent.
  await flush();
  return {
    addPart: async (csv, positions) => {
      for await (const row of parseString(csv, { headers: true }) as AsyncIterable<Row>) {
        const numbered = { ...row, row: positionNumber(positions[Number(row.row) - 1]) };
        pending += csvLine(skippedHeader.map((name) => numbered[name]));
      }
      await flush();
    },
    add: async ({ ticketId, skip, ...position }) => {
      pending += csvLine([withoutFormula(ticketId), positionNumber(position), skip, repairSentence(skip, language)]);
      if (pending.length >= maxPending) await flush();
    },
    close: async () => {
      try {
        await flush();
      } finally {
        await file.close();
      }
    },
  };
};

const positionNumber = (position: TicketPosition | undefined): string =>
  position === undefined ? '' : String(position.row ?? position.index + 1);
