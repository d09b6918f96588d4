import type { UploadCounts, UploadOutcome } from '../../domain/events.ts';
import { type ColumnName, columnNames } from '../../domain/ticket-fields.ts';
import type {
  PreviewProgress,
  SkippedPreview,
  TicketPreview,
  TicketsPreview,
  Unreadable,
  UnreadablePreview,
} from '../../ports/ingest.ts';
import {
  type TicketOfUpload,
  type TicketOutcome,
  ticketOutcomes,
  isProcessed,
  type UploadRecord,
  uploadStatuses,
} from '../../ports/uploads.ts';
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
  referenced,
  text,
  timestamp,
  uuid,
} from './json-types.ts';
import { undoOfUpload } from './undo-responses.ts';

const index = constrained(count, { description: 'Its index in the upload, from 0' });
const row = constrained(nullable(integer), { minimum: 1, description: 'Its row in the file, if it has rows' });
const outcome = jsonType<TicketOutcome>({ enum: ticketOutcomes });

const outcomeCounts = (description: string): JsonType<Readonly<Record<TicketOutcome, number>>> =>
  jsonType({
    type: 'object',
    description,
    properties: Object.fromEntries(ticketOutcomes.map((name) => [name, count.schema])),
    required: ticketOutcomes,
    additionalProperties: false,
  });

export const uploadResult = record<UploadOutcome>()(
  'The outcome of an upload; processed and skipped add up to the tickets sent',
  {
    processed: ['processed', count, 'Tickets stored or updated by this request'],
    skipped: ['skipped', count, 'Duplicates and tickets that fail a rule'],
    collectionTicketCount: ['collection_ticket_count', count, 'Tickets in the collection afterwards'],
  },
);

const total: JsonType<UploadCounts, number | null> = {
  ...nullable(integer),
  toJson: (counts) => counts.total,
};

/** `run`, `position` and `revision` are not shown. */
export const upload = record<Omit<UploadRecord, 'attemptId' | 'position' | 'revision'>>()('An upload', {
  uploadId: ['id', uuid],
  collectionId: ['collection_id', uuid],
  userId: ['user_id', uuid],
  surface: ['surface', oneOf('web', 'api'), 'Whether it came with a bearer token or an API key'],
  fileName: ['file_name', nullable(text), 'Null for a JSON body'],
  format: ['format', nullable(oneOf('json', 'csv', 'xlsx'))],
  onDuplicate: ['on_duplicate', oneOf('skip', 'update'), 'What became of tickets that were stored already'],
  state: ['state', oneOf(...uploadStatuses), 'interrupted: broken off; stopped: by its user'],
  detail: ['detail', nullable(text), 'Why it failed or was interrupted'],
  startedAt: ['started_at', timestamp, 'When it was started or last resumed'],
  finishedAt: ['finished_at', nullable(timestamp)],
  counts: ['total', total, 'Tickets in it; null until all of them were read'],
  outcomes: ['outcomes', outcomeCounts('The tickets processed so far, counted by outcome')],
  unlisted: ['unlisted', count, 'How many of the skipped tickets are counted alone: ids are kept of the first 10 000'],
  undo: ['undo', nullable(undoOfUpload)],
});

const ticketOfUpload = record<TicketOfUpload>()('One ticket', {
  ticketId: ['ticket_id', text],
  index: ['index', index],
  row: ['row', row],
  outcome: ['outcome', outcome],
});

const next = constrained(nullable(text), { description: 'The value of `after` for the next page' });

export const uploads = record<{ readonly uploads: readonly UploadRecord[]; readonly next: string | null }>()(
  'A page of uploads, newest first',
  { uploads: ['uploads', list(referenced('Upload', upload))], next: ['next', next] },
);

export const ticketsOfUpload = record<{ readonly tickets: readonly TicketOfUpload[]; readonly next: string | null }>()(
  'A page of an upload’s tickets, in its order',
  { tickets: ['tickets', list(ticketOfUpload)], next: ['next', next] },
);

/** The data of a progress event; `waiting` before the upload begins. `rate` in tickets a second. */
export type UploadProgress = Omit<UploadCounts, 'waitingFor' | 'alreadyProcessed'> & {
  readonly waitingFor: NonNullable<UploadCounts['waitingFor']> | 'log' | null;
  readonly state: UploadRecord['state'] | 'waiting';
  readonly rate: number | null;
  readonly remainingSeconds: number | null;
};

export const uploadProgress = record<UploadProgress>()('The progress of an upload, in tickets', {
  state: ['state', oneOf('waiting', ...uploadStatuses)],
  waitingFor: [
    'waiting_for',
    nullable(oneOf('workbook-reader', 'log')),
    'What the upload waits for: two workbooks are read at a time, one of each tenant; the event log fails, for 30 s at most; else null',
  ],
  read: ['read', count],
  cleaned: ['cleaned', count],
  embedded: ['embedded', count],
  stored: ['stored', count],
  skipped: ['skipped', count],
  total: ['total', nullable(count)],
  rate: ['rate', nullable(count)],
  remainingSeconds: ['remaining_seconds', nullable(count)],
});

export const previewProgress = record<PreviewProgress>()('The progress of a preview', {
  tickets: ['tickets', count, 'Tickets that were looked at'],
  share: [
    'share',
    nullable(constrained(number, { minimum: 0, maximum: 1 })),
    'The share of the file that was read; null for a workbook',
  ],
});

const displaced = record<NonNullable<TicketsPreview['columns'][number]['displaced']>>()('Why a column is not read', {
  column: ['column', jsonType<ColumnName>({ enum: columnNames }), 'The field it would be read as'],
  by: ['by', text, 'The title of the column that means the same, or does not go together with it'],
});

const column = record<TicketsPreview['columns'][number]>()('A column of the header', {
  title: ['title', text],
  column: ['column', jsonType({ type: ['string', 'null'] }), 'The field it is read as; null: it is not read'],
  assigned: ['assigned', boolean, 'Whether the request assigned it'],
  samples: ['samples', list(text, { maxItems: 3 }), 'The first different texts of its first 10 rows, shortened'],
  displaced: ['displaced', optional(displaced), 'Set if it would be read, were it not for another column'],
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
  outcome: ['outcome', jsonType({ enum: ticketOutcomes.filter((name) => !isProcessed(name)) })],
  excerpt: ['excerpt', excerpt],
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
});

export const ticketsPreview = record<TicketsPreview>()('What an upload would do', {
  // A body whose format is not recognised is refused before there is a preview.
  format: ['format', jsonType({ enum: ['json', 'csv', 'xlsx'] })],
  encoding: ['encoding', nullable(oneOf('utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'cp866'))],
  delimiter: ['delimiter', nullable(oneOf(',', ';', '\t'))],
  sheet: ['sheet', nullable(text), 'The sheet of a workbook that is read'],
  sheets: ['sheets', list(text, { maxItems: 50 }), 'The first sheets of a workbook'],
  headerRow: ['header_row', nullable(constrained(integer, { minimum: 1 })), 'The row of the header; null for JSON'],
  columns: ['columns', list(column), 'In the order of the header; none for JSON'],
  totalRows: [
    'total_rows',
    list(integer, { maxItems: 5 }),
    'Rows at the end that only sum up the table, such as “Итого”: left out',
  ],
  total: ['total', count, 'Tickets that can be read'],
  outcomes: ['outcomes', outcomeCounts('What an upload would do with them now')],
  replaced: ['replaced', replaced],
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
