import { InvalidInput } from './errors.ts';
import { ticketLimits } from './limits.ts';
import { limited, textOf } from './text-checks.ts';
import { parseDetails } from './ticket-details.ts';
import { columns, fieldNames, type SentDetails } from './ticket-fields.ts';
import { type Said, sentence } from './sentence.ts';

/** A ticket as it was sent, checked but not cleaned; a detail that was left out is undefined. */
export type TicketInput = SentDetails & {
  readonly ticketId: string;
  readonly description: string;
  readonly messages: readonly MessageInput[];
};

/** The JSON form of a ticket; `parseTicket` reads it as the same ticket. */
export const ticketJson = (ticket: TicketInput): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fieldNames.map((name) => [name, ticket[columns[name].property]]));

export type MessageInput = { readonly role: string; readonly text: string };

/** Names a field in error messages: `messages[1].text` becomes `tickets[3].messages[1].text` or a row and column; '' is the ticket itself. */
export type PathOf = (path: string) => Said;

/** Why an upload with more tickets is refused. */
export const tooManyTickets = `An upload may have at most ${ticketLimits.ticketsPerUpload} tickets`;

/** The length of a ticket's description and messages in UTF-16 units. */
export const textLength = ({ description, messages }: TicketInput): number =>
  messages.reduce((sum, { text }) => sum + text.length, description.length);

/** Checks one ticket; unknown fields are ignored, null counts as a missing field. Throws InvalidInput that names the field. */
export const parseTicket = (value: unknown, pathOf: PathOf): TicketInput => {
  if (!isObject(value)) throw new InvalidInput(sentence`${pathOf('')} must be an object`);
  const description = textOf(value['description'], () => pathOf('description')) ?? '';
  const messages = parseMessages(value['messages'], pathOf);
  const bytes = messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), Buffer.byteLength(description));
  if (bytes > ticketLimits.textBytes) {
    throw new InvalidInput(sentence`${pathOf('')} is too large: description and messages may have 256 KiB together`);
  }
  return {
    ticketId: parseTicketId(value['ticket_id'], () => pathOf('ticket_id')),
    ...parseDetails(value, pathOf),
    description,
    messages,
  };
};

/** The id of a ticket in JSON. Throws InvalidInput. */
export const parseTicketId = (value: unknown, path: () => Said): string => {
  if (value === undefined || value === null) throw new InvalidInput(sentence`${path()} is required`);
  if (
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
  ) {
    throw new InvalidInput(sentence`${path()} is too large for a number; send it as a string`);
  }
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  if (typeof value !== 'string') throw new InvalidInput(sentence`${path()} must be an integer or a string`);
  if (value.trim() === '') throw new InvalidInput(sentence`${path()} must not be empty`);
  if (/\p{Cc}/u.test(value)) throw new InvalidInput(sentence`${path()} must not contain control characters`);
  return limited(value.toWellFormed(), ticketLimits.idCharacters, path);
};

const parseMessages = (value: unknown, pathOf: PathOf): readonly MessageInput[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new InvalidInput(sentence`${pathOf('messages')} must be an array`);
  if (value.length > ticketLimits.messages) {
    throw new InvalidInput(sentence`${pathOf('messages')} has more than ${ticketLimits.messages} messages`);
  }
  return value.map((message: unknown, index) => {
    const at = (field: string) => pathOf(`messages[${index}]${field}`);
    if (!isObject(message)) throw new InvalidInput(sentence`${at('')} must be an object`);
    const role = textOf(message['role'], () => at('.role'));
    if (role === undefined) throw new InvalidInput(sentence`${at('.role')} is required`);
    return {
      role: limited(role, ticketLimits.roleCharacters, () => at('.role')),
      text: textOf(message['text'], () => at('.text')) ?? '',
    };
  });
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
