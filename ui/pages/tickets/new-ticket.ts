import type { DeskSkip } from '../../../src/domain/desks.ts';
import { shownDetails } from '../../../src/domain/ticket-fields.ts';
import type { Send } from '../../api/request.ts';
import type { Removed } from '../../api/records.ts';
import type { TicketRow, TicketTexts } from '../../api/tickets.ts';
import type { Preview, SkipRule, TicketPreview, UploadResult } from '../upload/upload-records.ts';
import { textsOf } from './ticket-texts.ts';

/** A ticket as an upload takes it: one message of either side. */
export type NewTicket = { readonly ticketId: string; readonly texts: TicketTexts };

/** What an upload would do with a ticket: store it, skip it by a rule, or refuse it for a reason. */
export type Forecast =
  | { readonly ticket: TicketPreview; readonly removed: Removed }
  | { readonly rule: Exclude<SkipRule, DeskSkip> }
  | { readonly refused: string | undefined };

/** A ticket that was looked at: what was sent, and what would be stored. `uploadId` makes saving it twice the same as once. */
export type Checked = {
  readonly sent: NewTicket;
  readonly ticket: TicketPreview;
  readonly removed: Removed;
  readonly uploadId: string;
};

/** Without letters and digits that are easily mistaken for one another. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** An id for a ticket that has none in any desk: of a thousand million, so that a collection has hardly ever got it; the preview says if it has. */
export const ownTicketId = (): string =>
  `П-${Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => signs.charAt(byte % signs.length)).join('')}`;

const bodyOf = ({ ticketId, texts }: NewTicket) => {
  const { problem, solution } = texts;
  const given = shownDetails.filter(({ name }) => texts[name] !== '').map(({ name }) => [name, texts[name]]);
  const messages = [{ role: 'support', text: solution }];
  return { tickets: [{ ticket_id: ticketId, ...Object.fromEntries(given), description: problem, messages }] };
};

/** Asks the service what an upload of the ticket would do; stores nothing. Throws ApiError. */
export const forecast = async (send: Send, collectionId: string, ticket: NewTicket): Promise<Forecast> => {
  const response = await send(`POST /api/collections/${collectionId}/tickets/preview`, { body: bodyOf(ticket) });
  const { tickets, skipped, unreadable, removed } = (await response.json()) as Preview;
  if (tickets[0]) return { ticket: tickets[0], removed };
  return skipped[0] ? { rule: skipped[0].outcome as Exclude<SkipRule, DeskSkip> } : { refused: unreadable[0]?.detail };
};

/** Uploads the ticket; whether it was stored. Sent again with the same `uploadId`, as after a lost reply, it has the same outcome. Throws ApiError. */
export const storeTicket = async (
  send: Send,
  collectionId: string,
  { uploadId, ...ticket }: NewTicket & { readonly uploadId: string },
): Promise<boolean> => {
  const headers = { 'Upload-Id': uploadId };
  const response = await send(`POST /api/collections/${collectionId}/tickets`, { body: bodyOf(ticket), headers });
  return ((await response.json()) as UploadResult).processed === 1;
};

/** The ticket as the list has it. */
export const rowOf = ({ ticket, uploadId }: Checked): TicketRow => {
  const at = new Date().toISOString();
  const times = { stored_at: at, changed_at: at, flagged_at: null, corrected_by: null };
  return {
    ticket_id: ticket.ticket_id,
    ...textsOf(ticket),
    ...times,
    state: 'active',
    revision: 1,
    upload_id: uploadId,
  };
};
