import { ticketLimits } from '../../domain/limits.ts';
import { type MessageInput, ticketFieldNames, type TicketInput } from '../../domain/ticket-input.ts';
import type { TicketsPreview } from '../../ports/ingest.ts';
import type { Schema } from './json-types.ts';

/** The schemas of what `parseTicket` reads: a ticket, an upload and a file. Each property of `TicketInput` has a field. */

const optionalText: Schema = { type: ['string', 'null'] };
const { fieldCharacters, roleCharacters } = ticketLimits;

const messageFields: Readonly<Record<keyof MessageInput, Schema>> = {
  role: {
    type: 'string',
    description:
      'Support side: support, assistant, operator, agent. Client side: client, user, customer. Messages with another role are ignored.',
    maxLength: roleCharacters,
  },
  text: { ...optionalText, description: 'The message' },
};

const ticketFields: Readonly<Record<keyof TicketInput, Schema>> = {
  ticketId: {
    type: ['integer', 'string'],
    description: 'Unique in a collection; integers become strings',
    examples: [4812],
  },
  category: { ...optionalText, maxLength: fieldCharacters, examples: ['Оплата'] },
  description: { ...optionalText, examples: ['Не проходит оплата картой'] },
  client: {
    ...optionalText,
    maxLength: fieldCharacters,
    description: 'Masked in the conversation if it is a person’s name; never returned',
  },
  messages: {
    type: ['array', 'null'],
    maxItems: ticketLimits.messages,
    items: { type: 'object', required: ['role'], properties: messageFields },
  },
};

export const ticketSchema: Schema = {
  type: 'object',
  description: 'A resolved ticket. Unknown fields are ignored, null counts as left out.',
  required: ['ticket_id'],
  properties: Object.fromEntries(
    Object.entries(ticketFields).map(([property, schema]) => [ticketFieldNames[property as keyof TicketInput], schema]),
  ),
};

export const ticketsSchema: Schema = {
  type: 'object',
  required: ['tickets'],
  properties: {
    tickets: {
      type: 'array',
      maxItems: ticketLimits.ticketsPerUpload,
      items: { $ref: '#/components/schemas/Ticket' },
    },
  },
};

type Column = NonNullable<TicketsPreview['columns'][number]['column']>;

const columns = Object.keys({
  ticket_id: true,
  category: true,
  description: true,
  client: true,
  messages: true,
  problem: true,
  solution: true,
  role: true,
  text: true,
} satisfies Record<Column, true>);

/** The form of an upload as a file. */
export const fileSchema: Schema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'One file, in any field' },
    columns: {
      type: 'string',
      contentMediaType: 'application/json',
      description: `A JSON object of header titles and the field that each is read as: ${columns.join(', ')}, or null to ignore the column. Other titles are recognised automatically.`,
      examples: ['{"Шифр":"ticket_id","Что случилось":"problem","Телефон":null}'],
    },
  },
};
