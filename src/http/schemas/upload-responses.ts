import type { UploadCounts, UploadOutcome } from '../../domain/events.ts';
import {
  type TicketOfUpload,
  type TicketOutcome,
  ticketOutcomes,
  type UploadRecord,
  uploadStatuses,
} from '../../ports/uploads.ts';
import {
  constrained,
  count,
  integer,
  type JsonType,
  jsonType,
  list,
  nullable,
  oneOf,
  record,
  referenced,
  text,
  timestamp,
  uuid,
} from './json-types.ts';
import { undoOfUpload } from './undo-responses.ts';

/** Of a ticket in an upload. */
export const index = constrained(count, { description: 'Its index in the upload, from 0' });
export const row = constrained(nullable(integer), { minimum: 1, description: 'Its row in the file, if it has rows' });
const outcome = jsonType<TicketOutcome>({ type: 'string', enum: ticketOutcomes });

/** The number of tickets with each outcome. */
export const outcomeCounts = jsonType<Readonly<Record<TicketOutcome, number>>>({
  type: 'object',
  description: 'Tickets by outcome',
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

/** With some counts of its latest attempt as fields. */
type ShownUpload = Omit<UploadRecord, 'attemptId' | 'position' | 'revision'> &
  Required<Pick<UploadCounts, 'removedLinks' | 'copies' | 'unchanged'>>;

const shownUpload = record<ShownUpload>()('An upload', {
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
  outcomes: ['outcomes', referenced('OutcomeCounts', outcomeCounts), 'The tickets processed so far'],
  unlisted: ['unlisted', count, 'How many of the skipped tickets are counted alone: ids are kept of the first 10 000'],
  removedLinks: [
    'removed_links',
    count,
    'Links and host names that were taken out of the texts it stored; these three counts are of its latest attempt',
  ],
  copies: [
    'copies',
    count,
    'Tickets it stored whose texts are word for word those of one before them, under another id',
  ],
  unchanged: ['unchanged', count, 'Of the duplicates those whose text was compared with the stored one'],
  undo: ['undo', nullable(undoOfUpload)],
});

/** The attempt, `position` and `revision` are not shown. */
export const upload: JsonType<UploadRecord, ReturnType<typeof shownUpload.toJson>> = {
  ...shownUpload,
  toJson: (one) => {
    const { removedLinks = 0, copies = 0, unchanged = 0 } = one.counts;
    return shownUpload.toJson({ ...one, removedLinks, copies, unchanged });
  },
};

export const ticketOfUpload = record<TicketOfUpload>()('One ticket', {
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
  { tickets: ['tickets', list(referenced('TicketOfUpload', ticketOfUpload))], next: ['next', next] },
);

/** The data of a progress event; `waiting` before the upload begins. `rate` in tickets a second. */
export type UploadProgress = Omit<
  UploadCounts,
  'waitingFor' | 'alreadyProcessed' | 'removedLinks' | 'copies' | 'unchanged'
> & {
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
    'What the upload waits for: three workbooks are read at a time, one of each tenant; the event log fails, for 30 s at most; else null',
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
