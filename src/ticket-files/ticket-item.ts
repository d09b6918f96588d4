import type { DeskSkip } from '../domain/desks.ts';
import { type Said, type Sentence, sentenceOf } from '../domain/sentence.ts';

/**
 * A ticket as read from a file, not validated: `value` is plain JSON data in the shape of a ticket, `index` counts tickets from 0, `row` is its
 * spreadsheet row (from 1), if any. `pathOf(path)` names a field in error messages: `tickets[3].messages[1].text` in
 * JSON, `row 12, column "Номер"` in a table; '' is the ticket itself.
 */
export type RawTicket = {
  readonly value: unknown;
  readonly index: number;
  readonly row?: number;
  /** Why it is not looked at; only its id counts then. */
  readonly skip?: DeskSkip;
  readonly pathOf: (path: string) => Said;
};

/**
 * The bytes cannot be read as tickets. The message is for the client: it names the path and the remedy; it may quote titles
 * and names in the file, of which nothing is recorded. `row` and `index` are set if only one ticket is unreadable; `refused` is the text that cannot be read, if it is one.
 */
export class UnreadableFile extends Error {
  readonly sentence: Sentence;
  readonly row: number | null;
  readonly index: number | null;
  readonly refused: string | undefined;
  constructor(message: Said, { row = null, index = null, refused }: Place = {}) {
    const sentence = sentenceOf(message, 'The file cannot be read');
    super(sentence.said);
    this.sentence = sentence;
    this.row = row;
    this.index = index;
    this.refused = refused;
  }
}

type Place = { readonly row?: number | null; readonly index?: number | null; readonly refused?: string | undefined };

/** The caller's column assignment does not match the file: an error of the request, not of the file. */
export class UnfitColumns extends UnreadableFile {}

/** One item of a file: a ticket, or the reason why a ticket cannot be read. */
export type TicketItem = RawTicket | UnreadableFile;
