import { type DeskName, deskNames, deskRemarks } from '../../domain/desks.ts';
import { columnNames } from '../../domain/ticket-fields.ts';
import type { TicketsPreview } from '../../ports/ingest.ts';
import {
  boolean,
  count,
  type JsonType,
  jsonType,
  list,
  nullable,
  oneOf,
  optional,
  record,
  text,
} from './json-types.ts';
import { index, row } from './upload-responses.ts';

/** What a preview finds in a file as a whole: the columns of its header, and the desk that it comes from. */

const displaced = record<NonNullable<TicketsPreview['columns'][number]['displaced']>>()('Why a column is not read', {
  column: ['column', oneOf(...columnNames), 'The field it would be read as'],
  by: ['by', text, 'The title of the column that means the same, or does not go together with it'],
});

const varied = record<NonNullable<TicketsPreview['columns'][number]['varied']>>()('Why a column is not the category', {
  values: ['values', count, 'Different values in the first rows'],
  tickets: ['tickets', count, 'Tickets with a value there'],
});

export const previewedColumn = record<TicketsPreview['columns'][number]>()('A column of the header', {
  title: ['title', text],
  column: ['column', nullable(oneOf(...columnNames)), 'The field it is read as; null: it is not read'],
  assigned: ['assigned', boolean, 'Whether the request assigned it'],
  samples: ['samples', list(text, { maxItems: 3 }), 'The first different texts of its first 10 rows, shortened'],
  displaced: ['displaced', optional(displaced), 'Set if it would be read, were it not for another column'],
  varied: [
    'varied',
    optional(varied),
    'Set if it would be the category, but nearly every ticket has a value of its own',
  ],
});

type DeskFindings = NonNullable<TicketsPreview['desk']>;

const remarkedTicket = record<DeskFindings['tickets'][number]>()('A ticket of the export that wants a look', {
  ticketId: ['ticket_id', nullable(text)],
  index: ['index', index],
  row: ['row', row],
  remark: ['remark', oneOf(...deskRemarks)],
});

/** The number of each remark. */
const remarkCounts: JsonType<DeskFindings['remarks']> = jsonType({
  type: 'object',
  description:
    'How many messages were left out: internal notes, those of rules and bots, those of language models, and those of authors whose side cannot be told; conversations that the export may have only a part of; members of its list that are no tickets',
  properties: Object.fromEntries(deskRemarks.map((remark) => [remark, count.schema])),
  required: deskRemarks,
  additionalProperties: false,
});

export const deskFindings = record<DeskFindings>()('The help desk whose export the file is', {
  name: ['name', oneOf(...(Object.keys(deskNames) as DeskName[]))],
  isChosen: ['chosen', boolean, 'Whether the request chose it (read_as)'],
  remarks: ['remarks', remarkCounts],
  tickets: ['tickets', list(remarkedTicket, { maxItems: 50 }), 'The first that want a look'],
});
