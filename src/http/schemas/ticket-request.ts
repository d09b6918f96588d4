import { readAsNames } from '../../domain/desks.ts';
import { headerRows, maxSheetName, ticketLimits } from '../../domain/limits.ts';
import { columnNames, type DetailName, details, type FieldName, fieldNames } from '../../domain/ticket-fields.ts';
import type { MessageInput } from '../../domain/ticket-input.ts';
import type { Schema } from './json-types.ts';

/** The schemas of what `parseTicket` reads: a ticket, an upload and a file. */

const optionalText: Schema = { type: ['string', 'null'] };

const messageFields: Readonly<Record<keyof MessageInput, Schema>> = {
  role: {
    type: 'string',
    description:
      'Support side: support, assistant, operator, agent. Client side: client, user, customer. Messages with another role are ignored.',
    maxLength: ticketLimits.roleCharacters,
  },
  text: { ...optionalText, description: 'The message' },
};

/** What `parseTicketId` takes. */
export const ticketIdSchema: Schema = {
  type: ['integer', 'string'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  minLength: 1,
  maxLength: ticketLimits.idCharacters,
  // Not blank, and without control characters.
  pattern: String.raw`^(?=\s*\S)[^\u0000-\u001f\u007f-\u009f]*$`,
};

const ownSchemas: Readonly<Record<Exclude<FieldName, DetailName>, Schema>> = {
  ticket_id: {
    ...ticketIdSchema,
    description: 'Unique in a collection; integers become strings',
    examples: [4812],
  },
  description: { ...optionalText, examples: ['Не проходит оплата картой'] },
  messages: {
    type: ['array', 'null'],
    maxItems: ticketLimits.messages,
    items: { type: 'object', required: ['role'], properties: messageFields },
  },
};

const fieldSchemas: Readonly<Record<string, Schema>> = {
  ...ownSchemas,
  ...Object.fromEntries(
    details.map(({ name, schema, values }) => [
      name,
      { ...optionalText, ...schema, ...(values && { enum: [...Object.keys(values), null] }) },
    ]),
  ),
};

export const ticketSchema: Schema = {
  type: 'object',
  description: 'A resolved ticket. Unknown fields are ignored, null counts as left out.',
  required: ['ticket_id'],
  properties: Object.fromEntries(fieldNames.map((name) => [name, fieldSchemas[name]])),
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

/** The form of an upload as a file. */
export const fileSchema: Schema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'One file, in any field' },
    columns: {
      type: 'string',
      contentMediaType: 'application/json',
      description: `A JSON object of header titles and the field that each is read as: ${columnNames.join(', ')}, or null to ignore the column. Other titles are recognised automatically.`,
      examples: ['{"Шифр":"ticket_id","Что случилось":"problem","Телефон":null}'],
    },
    sheet: {
      type: 'string',
      maxLength: maxSheetName,
      description: 'The sheet of a workbook to read. Without it: the first sheet with a whole header.',
    },
    header_row: {
      type: 'integer',
      minimum: 1,
      maximum: headerRows,
      description: `The row of the header, from 1. Without it: the one of the first ${headerRows} rows that names the most columns, also one merged from two rows.`,
    },
    read_as: {
      type: 'string',
      enum: readAsNames,
      description:
        'As what a file of JSON is read: as tickets of this service, or as the export of a desk. Without it: recognised by the first ticket.',
    },
  },
};
