import { type DeskName, deskNames, deskRemarks } from '../../domain/desks.ts';
import type { TicketContent } from '../../domain/ticket.ts';
import { type ColumnName, columnNames, type DetailName, details } from '../../domain/ticket-fields.ts';
import type {
  ChangedText,
  ListedTicket,
  PreviewProgress,
  SkippedPreview,
  TicketPreview,
  TicketsPreview,
  Unreadable,
  UnreadablePreview,
  UpdatePreview,
  UpdatesPreview,
} from '../../ports/ingest.ts';
import { isProcessed, ticketOutcomes } from '../../ports/uploads.ts';
import { detailFields } from './detail-fields.ts';
import {
  boolean,
  constrained,
  count,
  integer,
  type JsonType,
  jsonType,
  list,
  nullable,
  number,
  oneOf,
  optional,
  record,
  text,
} from './json-types.ts';
import { index, outcomeCounts, row } from './upload-responses.ts';

export const previewProgress = record<PreviewProgress>()('The progress of a preview', {
  tickets: ['tickets', count, 'Tickets that were looked at'],
  share: [
    'share',
    nullable(constrained(number, { minimum: 0, maximum: 1 })),
    'The share of the file that was read; null for a workbook',
  ],
});

const displaced = record<NonNullable<TicketsPreview['columns'][number]['displaced']>>()('Why a column is not read', {
  column: ['column', jsonType<ColumnName>({ type: 'string', enum: columnNames }), 'The field it would be read as'],
  by: ['by', text, 'The title of the column that means the same, or does not go together with it'],
});

const varied = record<NonNullable<TicketsPreview['columns'][number]['varied']>>()('Why a column is not the category', {
  values: ['values', count, 'Different values in the first rows'],
  tickets: ['tickets', count, 'Tickets with a value there'],
});

const column = record<TicketsPreview['columns'][number]>()('A column of the header', {
  title: ['title', text],
  column: ['column', jsonType({ type: ['string', 'null'] }), 'The field it is read as; null: it is not read'],
  assigned: ['assigned', boolean, 'Whether the request assigned it'],
  samples: ['samples', list(text, { maxItems: 3 }), 'The first different texts of its first 10 rows, shortened'],
  displaced: ['displaced', optional(displaced), 'Set if it would be read, were it not for another column'],
  varied: [
    'varied',
    optional(varied),
    'Set if it would be the category, but nearly every ticket has a value of its own',
  ],
});

const ticketPreview = record<TicketPreview>()('A ticket, cleaned of personal data', {
  ticketId: ['ticket_id', text],
  ...detailFields,
  problem: ['problem', text],
  problemParts: ['problem_parts', list(text), 'The description, if there is one, and the client’s messages'],
  solution: ['solution', text],
  index: ['index', index],
  row: ['row', row],
});

const excerpt = constrained(nullable(text), {
  description: 'The beginning of the text that the reason is about, without personal data',
});

const skippedTicket = record<SkippedPreview>()('A ticket and its rule', {
  ticketId: ['ticket_id', text],
  index: ['index', index],
  row: ['row', row],
  outcome: ['outcome', jsonType({ type: 'string', enum: ticketOutcomes.filter((name) => !isProcessed(name)) })],
  excerpt: ['excerpt', excerpt],
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

const desk = record<DeskFindings>()('The help desk whose export the file is', {
  name: ['name', oneOf(...(Object.keys(deskNames) as DeskName[]))],
  isChosen: ['chosen', boolean, 'Whether the request chose it (read_as)'],
  remarks: ['remarks', remarkCounts],
  tickets: ['tickets', list(remarkedTicket, { maxItems: 50 }), 'The first that want a look'],
});

const reason = {
  index: ['index', nullable(index)],
  row: ['row', row],
  detail: ['detail', text, 'The reason and the path'],
} as const;
const unreadable = record<UnreadablePreview>()('What an upload would be refused for', {
  ...reason,
  excerpt: ['excerpt', excerpt],
});
const brokenOff = record<Unreadable>()('Why the rest of the file was not read', reason);

const replaced = record<TicketsPreview['replaced']>()('What a person has done that the upload would replace', {
  corrected: ['corrected', count, 'Tickets that a person has corrected and the file has another text for'],
  flagged: ['flagged', count, 'Tickets that are flagged for review'],
  ticketIds: ['ticket_ids', list(text, { maxItems: 20 }), 'The first of them'],
});

const listed = {
  ticketId: ['ticket_id', text],
  index: ['index', index],
  row: ['row', row],
} as const;
const listedTickets = list(record<ListedTicket>()('A ticket of the upload', listed), { maxItems: 100 });

/** The name of a field, from its property. */
const fieldName: JsonType<keyof TicketContent, DetailName | 'problem' | 'solution'> = {
  ...oneOf(...details.map(({ name }) => name), 'problem', 'solution'),
  // No detail has the property of a text.
  toJson: (property) =>
    details.find((detail) => detail.property === property)?.name ?? (property as 'problem' | 'solution'),
};

const changedText = record<ChangedText>()('A field that an update would change', {
  name: ['name', fieldName],
  before: ['before', nullable(text), 'As it is stored, from shortly before the first difference; null for the client'],
  after: ['after', nullable(text), 'The same of what would be stored'],
});

const updatedTicket = record<UpdatePreview>()('A ticket that would be updated', {
  ...listed,
  changed: ['changed', list(changedText)],
});

const updates = record<UpdatesPreview>()('What on_duplicate=update would do, the first of each kind', {
  added: ['added', listedTickets, 'Not stored yet'],
  updated: ['updated', list(updatedTicket, { maxItems: 100 }), 'Stored with another content'],
  unchanged: ['unchanged', listedTickets, 'Stored with the same content'],
});

const copiedTicket = record<TicketsPreview['copies']['tickets'][number]>()('A ticket and the one with the same texts', {
  ...listed,
  copyOf: ['copy_of', text, 'The id of the first ticket of the upload with these texts'],
});

const copies = record<TicketsPreview['copies']>()(
  'Tickets with the texts of one before them, word for word, under another id: stored all the same',
  { count: ['count', count], tickets: ['tickets', list(copiedTicket, { maxItems: 200 }), 'The first of them'] },
);

const maskedName = record<TicketsPreview['removed']['names'][number]>()('What was masked as a name', {
  name: ['name', text, 'As it was written first, shortened'],
  tickets: ['tickets', count, 'In how many tickets'],
});

const removedLink = record<TicketsPreview['removed']['linkTexts'][number]>()('A link that was taken out', {
  text: ['text', text, 'As it was written first, shortened'],
  tickets: ['tickets', count, 'Of how many tickets'],
});

const removed = record<TicketsPreview['removed']>()('What was taken out of the texts beside what their masks show', {
  links: ['links', count, 'Links and host names'],
  linkTexts: ['link_texts', list(removedLink, { maxItems: 20 }), 'The most frequent of them'],
  names: ['names', list(maskedName, { maxItems: 20 }), 'What was masked as a name, most often first'],
});

export const ticketsPreview = record<TicketsPreview>()('What an upload would do', {
  // A body whose format is not recognised is refused before there is a preview.
  format: ['format', jsonType({ type: 'string', enum: ['json', 'csv', 'xlsx'] })],
  encoding: ['encoding', nullable(oneOf('utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'cp866'))],
  delimiter: ['delimiter', nullable(oneOf(',', ';', '\t'))],
  sheet: ['sheet', nullable(text), 'The sheet of a workbook that is read'],
  sheets: ['sheets', list(text, { maxItems: 50 }), 'The first sheets of a workbook'],
  headerRow: ['header_row', nullable(constrained(integer, { minimum: 1 })), 'The row of the header; null for JSON'],
  desk: [
    'desk',
    nullable(desk),
    'Null if it is no export of a desk; of a table nothing is counted: its columns say what is read',
  ],
  columns: ['columns', list(column), 'In the order of the header; none for JSON'],
  totalRows: [
    'total_rows',
    list(integer, { maxItems: 5 }),
    'Rows at the end that only sum up the table, such as “Итого”: left out',
  ],
  total: ['total', count, 'Tickets that can be read'],
  outcomes: ['outcomes', outcomeCounts('What an upload would do with them now')],
  unchanged: [
    'unchanged',
    count,
    'Of the duplicates those whose text was compared with the stored one (on_duplicate=update): no remarks, and not in `skipped`',
  ],
  updates: ['updates', nullable(updates), 'Null unless on_duplicate=update'],
  copies: ['copies', copies],
  replaced: ['replaced', replaced],
  removed: ['removed', removed],
  unreadable: ['unreadable', list(unreadable, { maxItems: 200 }), 'The first that cannot be read'],
  tickets: [
    'tickets',
    list(ticketPreview, { maxItems: 20 }),
    'The first that would be stored or updated, as they would be stored',
  ],
  skipped: ['skipped', list(skippedTicket, { maxItems: 200 }), 'The first that would be skipped'],
  unreadableCount: ['unreadable_count', count, 'All of them; an upload is refused if there is one'],
  brokenOff: ['broken_off', nullable(brokenOff), 'Set if the rest of the file was not read; it is unreadable, too'],
});
