import type { TicketContent } from '../../domain/ticket.ts';
import { type DetailName, details } from '../../domain/ticket-fields.ts';
import type {
  ChangedField,
  ChangedText,
  CopiesPreview,
  CopyPreview,
  ListedTicket,
  PreviewProgress,
  TicketPreview,
  TicketsPreview,
  UpdatePreview,
  UpdatesPreview,
} from '../../ports/ingest.ts';
import { detailFields } from './detail-fields.ts';
import {
  constrained,
  count,
  integer,
  type JsonType,
  jsonType,
  list,
  nullable,
  number,
  oneOf,
  record,
  referenced,
  text,
} from './json-types.ts';
import { deskFindings, previewedColumn } from './preview-findings.ts';
import { skippedTicket, unreadable, unreadableTicket } from './preview-remarks.ts';
import { index, outcomeCounts, row } from './upload-responses.ts';

export const previewProgress = record<PreviewProgress>()('The progress of a preview', {
  tickets: ['tickets', count, 'Tickets that were looked at'],
  share: [
    'share',
    nullable(constrained(number, { minimum: 0, maximum: 1 })),
    'The share of the file that was read; null for a workbook',
  ],
});

export const ticketPreview = record<TicketPreview>()('A ticket, cleaned of personal data', {
  ticketId: ['ticket_id', text],
  ...detailFields,
  problem: ['problem', text],
  problemParts: ['problem_parts', list(text), 'The description, if there is one, and the client’s messages'],
  solution: ['solution', text],
  index: ['index', index],
  row: ['row', row],
});

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
export const listedTicket = record<ListedTicket>()('A ticket of the upload', listed);
const listedTickets = list(referenced('ListedTicket', listedTicket), { maxItems: 100 });

/** The name of a field, from its property. */
const fieldName: JsonType<keyof TicketContent, DetailName | 'problem' | 'solution'> = {
  ...oneOf(...details.map(({ name }) => name), 'problem', 'solution'),
  // No detail has the property of a text.
  toJson: (property) =>
    details.find((detail) => detail.property === property)?.name ?? (property as 'problem' | 'solution'),
};

export const changedText = record<ChangedText>()('A field that an update would change', {
  name: ['name', fieldName],
  before: [
    'before',
    nullable(text),
    'As it is stored, from shortly before the first difference; null for the client, and to a key without the scope read',
  ],
  after: ['after', nullable(text), 'The same of what would be stored'],
});

export const updatedTicket = record<UpdatePreview>()('A ticket that would be updated', {
  ...listed,
  changed: ['changed', list(referenced('ChangedText', changedText))],
});

export const changedField = record<ChangedField>()('A field that an update would change', {
  name: ['name', fieldName],
  tickets: ['tickets', count, 'Of how many tickets'],
});

const updates = record<UpdatesPreview>()('What on_duplicate=update would do, the first of each kind', {
  changedFields: [
    'changed_fields',
    list(referenced('ChangedField', changedField)),
    'What would change, in all tickets that would be updated',
  ],
  added: ['added', listedTickets, 'Not stored yet'],
  updated: [
    'updated',
    list(referenced('UpdatedTicket', updatedTicket), { maxItems: 100 }),
    'Stored with another content',
  ],
  unchanged: ['unchanged', listedTickets, 'Stored with the same content, or uploaded with it last and corrected since'],
  keptByHand: [
    'kept_by_hand',
    count,
    'Of the unchanged ones those that a person has corrected since the last upload, which had brought the same',
  ],
});

export const copiedTicket = record<CopyPreview>()('A ticket and the one with the same texts', {
  ...listed,
  copyOf: ['copy_of', text, 'The id of the first ticket with these texts: of the upload, or of the collection'],
});

const copiedTickets = list(referenced('CopiedTicket', copiedTicket), { maxItems: 200 });

const storedCopies = record<CopiesPreview>()(
  'Tickets with the texts of one that the collection has, hidden ones excepted, word for word, under another id: stored or updated all the same',
  { count: ['count', count], tickets: ['tickets', copiedTickets, 'The first of them'] },
);

const copies = record<CopiesPreview>()(
  'Tickets with the texts of one before them, word for word, under another id: stored all the same',
  { count: ['count', count], tickets: ['tickets', copiedTickets, 'The first of them'] },
);

const maskedName = record<TicketsPreview['removed']['names'][number]>()('What was masked as a name', {
  name: ['name', text, 'As it was written first, shortened'],
  tickets: ['tickets', count, 'In how many tickets'],
});

const removedLink = record<TicketsPreview['removed']['linkTexts'][number]>()('A link that was taken out', {
  text: ['text', text, 'As it was written first, shortened'],
  tickets: ['tickets', count, 'Of how many tickets'],
});

export const removed = record<TicketsPreview['removed']>()(
  'What was taken out of the texts beside what their masks show',
  {
    links: ['links', count, 'Links and host names'],
    linkTexts: ['link_texts', list(removedLink, { maxItems: 20 }), 'The most frequent of them'],
    names: ['names', list(maskedName, { maxItems: 20 }), 'What was masked as a name, most often first'],
  },
);

const emptyRows = record<TicketsPreview['emptyRows']>()('Rows that are no tickets', {
  count: ['count', count],
  rows: ['rows', list(integer, { maxItems: 20 }), 'The first of them'],
});

const otherSheet = record<TicketsPreview['otherSheets'][number]>()('A sheet that is not read', {
  sheet: ['sheet', text],
  rows: ['rows', count, 'Below its header'],
  titles: [
    'titles',
    list(text, { maxItems: 8 }),
    'The first titles, shortened, of a header that is not recognised: its columns have to be chosen. None of a header of tickets',
  ],
});

export const ticketsPreview = record<TicketsPreview>()('What an upload would do', {
  // A body whose format is not recognised is refused before there is a preview.
  format: ['format', jsonType({ type: 'string', enum: ['json', 'csv', 'xlsx'] })],
  encoding: ['encoding', nullable(oneOf('utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'cp866'))],
  delimiter: ['delimiter', nullable(oneOf(',', ';', '\t'))],
  sheet: ['sheet', nullable(text), 'The sheet of a workbook that is read'],
  sheets: ['sheets', list(text, { maxItems: 50 }), 'The first sheets of a workbook'],
  otherSheets: [
    'other_sheets',
    list(otherSheet, { maxItems: 50 }),
    'Other sheets of the workbook that are not read: those whose header is one of tickets, and those that may have tickets, with three columns or more and a text of more than 100 characters. Up to 20 000 rows of all such sheets are counted',
  ],
  headerRow: ['header_row', nullable(constrained(integer, { minimum: 1 })), 'The row of the header; null for JSON'],
  desk: [
    'desk',
    nullable(referenced('DeskFindings', deskFindings)),
    'Null if it is no export of a desk; of a table nothing is counted: its columns say what is read',
  ],
  columns: [
    'columns',
    list(referenced('PreviewedColumn', previewedColumn)),
    'In the order of the header; none for JSON',
  ],
  totalRows: [
    'total_rows',
    list(integer, { maxItems: 5 }),
    'Rows at the end that only sum up or sign the table, such as “Итого” or “Ответственный: …”: left out',
  ],
  emptyRows: ['empty_rows', emptyRows, 'Rows without a number and a text in the columns that are read: left out'],
  htmlTickets: ['html_tickets', count, 'Tickets of a table in which cells of HTML were turned into text'],
  total: ['total', count, 'Tickets that can be read'],
  outcomes: ['outcomes', referenced('OutcomeCounts', outcomeCounts), 'What an upload would do with them now'],
  unchanged: [
    'unchanged',
    count,
    'Of the duplicates those whose text was compared with the stored one, or that of the last upload (on_duplicate=update): no remarks, and not in `skipped`',
  ],
  repeated: ['repeated', count, 'Of the duplicates those whose id a ticket before them in the file has'],
  updates: ['updates', nullable(updates), 'Null unless on_duplicate=update'],
  copies: ['copies', copies],
  storedCopies: ['stored_copies', storedCopies],
  replaced: ['replaced', replaced],
  removed: ['removed', referenced('Removed', removed)],
  unreadable: [
    'unreadable',
    list(referenced('UnreadableTicket', unreadableTicket), { maxItems: 200 }),
    'The first that cannot be read',
  ],
  tickets: [
    'tickets',
    list(referenced('TicketPreview', ticketPreview), { maxItems: 20 }),
    'The first that would be stored or updated, as they would be stored; of a problem or solution of more than 5 000 characters the beginning',
  ],
  skipped: [
    'skipped',
    list(referenced('SkippedTicket', skippedTicket), { maxItems: 200 }),
    'The first that would be skipped',
  ],
  unreadableCount: ['unreadable_count', count, 'All of them; an upload is refused if there is one'],
  brokenOff: [
    'broken_off',
    nullable(referenced('Unreadable', unreadable)),
    'Set if the rest of the file was not read; it is unreadable, too',
  ],
});
