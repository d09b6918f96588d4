/**
 * A ticket as it was read, not checked: `value` is plain JSON data of Ticket shape, `index` counts tickets from 0, `row` is the spreadsheet row (from 1) where there is one.
 * `place(path)` names a field for a refusal: `tickets[3].messages[1].text` in JSON, `row 12, column "Номер"` in a table; '' is the ticket itself.
 */
export type RawTicket = {
  readonly value: unknown;
  readonly index: number;
  readonly row?: number;
  readonly place: (path: string) => string;
};

/** The bytes cannot be read as tickets; the message is for whoever sent them: it names the place and what to do, and holds nothing of their text. */
export class UnreadableFile extends Error {}
