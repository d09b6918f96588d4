import { syncLimits } from '../../domain/sync-cursor.ts';
import { exportQuery, ticketHistoryQuery, ticketsQuery } from '../schemas/ticket-changes.ts';
import { atPath, type Operation, type Operations } from './operation.ts';
import { queryParameters } from './request-schema.ts';

/** An operation below a collection, on both surfaces. */
export const belowCollection = (
  method: string,
  path: string,
  operation: Omit<Operation, 'credential' | 'tag' | 'refusals'> & Partial<Pick<Operation, 'refusals'>>,
): Operations =>
  atPath(method, `/collections/:collection_id${path}`, { tag: 'Tickets', refusals: [401, 404], ...operation });

const changesTickets = {
  body: ['SomeTickets'],
  answers: { 200: 'TicketsChanged' },
  refusals: [400, 401, 404, 409, 413],
} as const;

const headers = { ETag: { description: 'The revision of the ticket in quotation marks', schema: { type: 'string' } } };

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The ETag of the ticket as it was read',
  schema: { type: 'string', pattern: '^"\\d+"$', examples: ['"1"'] },
};

const mayMatch = {
  parameters: [{ ...ifMatch, required: false, description: 'The ETag of the ticket as it was read, if that matters' }],
  refusals: [400, 401, 404, 409, 410, 412],
};

/** What adds to the log without removing anything. */
const mayExceed = { ...mayMatch, refusals: [400, 401, 403, 404, 409, 410, 412, 507] };

/** The settings of a collection and its stored tickets, on both surfaces. */
export const storedTicketOperations: Operations = {
  ...belowCollection('patch', '', {
    id: 'configureCollection',
    summary: 'Rename a collection, link its tickets to the system they came from, or list words that are no names',
    body: ['CollectionSettings'],
    answers: { 200: 'ConfiguredCollection' },
    refusals: [400, 401, 403, 404, 409, 413, 507],
  }),
  ...belowCollection('get', '/settings', {
    id: 'showSettings',
    summary: 'A collection with its settings',
    answers: { 200: 'ConfiguredCollection' },
  }),
  ...belowCollection('get', '/sync-cursors/:source', {
    id: 'showSyncCursor',
    summary: 'Where the pull of tickets from a desk goes on',
    description: 'Kept for `npm run sync`, or any other client that pulls; `cursor` is null if there is none.',
    answers: { 200: 'SyncCursor' },
    refusals: [400, 401, 404],
  }),
  ...belowCollection('put', '/sync-cursors/:source', {
    id: 'advanceSync',
    summary: 'Keep where the pull of tickets from a desk goes on',
    description: `Once everything before it is stored. A collection has cursors of at most ${syncLimits.sources} sources.`,
    body: ['NewSyncCursor'],
    answers: { 200: 'SyncCursor' },
    refusals: [400, 401, 403, 404, 409, 413, 507],
  }),
  ...belowCollection('get', '/categories', {
    id: 'countTickets',
    summary: 'Categories and states with their counts',
    description:
      'Of the categories the 1 000 with the most active tickets, and fewer if their names are long; `more_categories` says whether there are others. A list filters by these too.',
    answers: { 200: 'TicketCounts' },
  }),
  ...belowCollection('get', '/export.jsonl', {
    id: 'exportTickets',
    summary: 'The stored tickets as JSON Lines, as an upload takes them',
    description:
      'Streamed at the speed of the client, newest first. Uploaded into an empty collection, ids and texts are the same. If it fails on the way, the connection breaks before the last chunk: what came is not the whole. At most 2 can run for each user.',
    parameters: queryParameters(exportQuery),
    answers: { 200: 'JsonLines' },
    refusals: [400, 401, 404],
  }),
  ...belowCollection('get', '/tickets', {
    id: 'listTickets',
    summary: 'The stored tickets, newest first',
    description:
      'A page ends at its limit, or before its texts exceed 1 MB; it has one ticket at least. `next` says whether there are more, not the number of tickets. With `fields=ids` its rows have no texts.',
    parameters: queryParameters(ticketsQuery),
    answers: { 200: 'StoredTicketsOrIds' },
    refusals: [400, 401, 404],
  }),
  ...belowCollection('get', '/tickets/:ticket_id', {
    id: 'showTicket',
    summary: 'One ticket with the end of its history',
    answers: { 200: 'StoredTicket' },
    headers,
    refusals: [401, 404, 410],
  }),
  ...belowCollection('get', '/tickets/:ticket_id/history', {
    id: 'showTicketHistory',
    summary: 'What happened to a ticket, newest first',
    description: 'Without texts. A page has fewer entries than its limit where the texts of the ticket are large.',
    parameters: queryParameters(ticketHistoryQuery),
    answers: { 200: 'TicketHistory' },
    refusals: [400, 401, 404, 410],
  }),
  ...belowCollection('get', '/tickets/:ticket_id/history/:revision', {
    id: 'showTicketRevision',
    summary: 'The texts of a ticket in one of its revisions',
    answers: { 200: 'TicketRevision' },
    refusals: [401, 404, 410],
  }),
  ...belowCollection('put', '/tickets/:ticket_id', {
    id: 'correctTicket',
    summary: 'Correct a ticket',
    description:
      'Texts that are left out stay. The others are cleaned of personal data and evaluated by the rules of an upload. The answer comes when a search finds the new texts.',
    parameters: [ifMatch],
    body: ['TicketCorrection'],
    answers: { 200: 'ChangedTicket' },
    headers,
    refusals: [400, 401, 403, 404, 409, 410, 412, 413, 422, 428],
  }),
  ...belowCollection('post', '/tickets/:ticket_id/preview', {
    id: 'previewCorrection',
    summary: 'What a correction would store',
    description:
      'Takes what a correction takes, and stores nothing. Tells how many links would be taken out of the texts, and what would be masked as a name: a word that is none can be listed in the settings of the collection first. To a key without `read` the texts that were not sent are empty.',
    body: ['TicketCorrection'],
    answers: { 200: 'CorrectionPreview' },
    refusals: [400, 401, 404, 410, 413, 422],
  }),
  ...belowCollection('delete', '/tickets/:ticket_id', {
    id: 'withdrawTicket',
    summary: 'Take a ticket out of search',
    description:
      'No search finds it from the answer on, and it no longer counts. It can be restored; an upload does not bring it back.',
    ...mayMatch,
    answers: { 200: 'ChangedTicket' },
    headers,
  }),
  ...belowCollection('post', '/tickets/:ticket_id/restore', {
    id: 'restoreTicket',
    summary: 'Bring a withdrawn ticket back',
    ...mayExceed,
    answers: { 200: 'ChangedTicket' },
    headers,
  }),
  ...belowCollection('put', '/tickets/:ticket_id/flag', {
    id: 'flagTicket',
    summary: 'Flag a ticket for review',
    description:
      'Its texts stay as they are, and searches find it as before. A correction, or a text that an upload stores, takes the flag away.',
    ...mayExceed,
    answers: { 200: 'ChangedTicket' },
    headers,
  }),
  ...belowCollection('delete', '/tickets/:ticket_id/flag', {
    id: 'confirmTicket',
    summary: 'Say that a flagged ticket is right',
    ...mayExceed,
    answers: { 200: 'ChangedTicket' },
    headers,
  }),
  ...belowCollection('post', '/withdrawals', {
    ...changesTickets,
    id: 'withdrawTickets',
    summary: 'Take up to 1 000 tickets out of search',
  }),
  ...belowCollection('post', '/restorations', {
    ...changesTickets,
    refusals: [400, 401, 403, 404, 409, 413, 507],
    id: 'restoreTickets',
    summary: 'Bring up to 1 000 withdrawn tickets back',
  }),
};
