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

/** The bytes cannot be read as tickets; the message is for whoever sent them: it names the place and what to do, and holds nothing of their text. `row` and `index` are those of a ticket, where it is one that cannot be read. */
export class UnreadableFile extends Error {
  readonly row: number | null;
  readonly index: number | null;
  constructor(message: string, { row = null, index = null }: { row?: number | null; index?: number | null } = {}) {
    super(message);
    this.row = row;
    this.index = index;
  }
}

/** The columns that a caller has assigned do not fit the file: that is the caller's to mend, not the file's. */
export class UnfitColumns extends UnreadableFile {}

/** What stands in a ticket's place: the ticket, or why it cannot be read, where reading can go on after it. */
export type TicketItem = RawTicket | UnreadableFile;
