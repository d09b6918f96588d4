import { open } from 'node:fs/promises';
import { parseString, writeToString } from 'fast-csv';
import type { TicketPlace } from './file-tickets.ts';

export type SkippedFile = {
  /** Adds the skipped tickets of a part, whose own CSV counts its tickets from 1. */
  readonly add: (csv: string, places: readonly TicketPlace[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Row = { readonly ticket_id: string; readonly row: string; readonly rule: string; readonly sentence: string };

const header: readonly (keyof Row)[] = ['ticket_id', 'row', 'rule', 'sentence'];

/** Spreadsheets open it as UTF-8 by this mark only. */
const byteOrderMark = '\ufeff';

/** Makes the file anew; `row` in it is the row of the user's table, or the number of the ticket in a JSON file, from 1. */
export const skippedFile = async (path: string): Promise<SkippedFile> => {
  const file = await open(path, 'w');
  await file.appendFile(`${byteOrderMark}${header.join(',')}\n`);
  return {
    add: async (csv, places) => {
      const rows: Row[] = [];
      for await (const row of parseString(csv, { headers: true }) as AsyncIterable<Row>) {
        rows.push({ ...row, row: placeNumber(places[Number(row.row) - 1]) });
      }
      if (rows.length > 0) await file.appendFile(`${await writeToString(rows, { headers: false })}\n`);
    },
    close: () => file.close(),
  };
};

const placeNumber = (place: TicketPlace | undefined): string =>
  place === undefined ? '' : String(place.row ?? place.index + 1);
