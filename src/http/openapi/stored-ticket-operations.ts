import { erasuresQuery } from '../schemas/erasures.ts';
import { exportQuery, ticketHistoryQuery, ticketsQuery } from '../schemas/ticket-changes.ts';
import { onBothSurfaces, type Operation, type Operations } from './operation.ts';
import { queryParameters } from './request-schema.ts';

const onBoth = (
  method: string,
  path: string,
  operation: Omit<Operation, 'credential' | 'tag' | 'refusals'> & Partial<Pick<Operation, 'refusals'>>,
): Operations =>
  onBothSurfaces(
    {
      token: `${method} /api/collections/:collection_id${path}`,
      key: `${method} /api/v1/collections/:collection_id${path}`,
    },
    { tag: 'Tickets', refusals: [401, 404], ...operation },
  );

const changesTickets = {
  body: ['SomeTickets'],
  answers: { 200: 'TicketsChanged' },
  refusals: [400, 401, 404, 413],
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
  refusals: [400, 401, 404, 410, 412],
};

/** What adds to the log without removing anything. */
const mayExceed = { ...mayMatch, refusals: [400, 401, 403, 404, 410, 412, 507] };

/** The settings of a collection and its stored tickets, on both surfaces. */
export const storedTicketOperations: Operations = {
  ...onBoth('patch', '', {
    id: 'configureCollection',
    summary: 'Rename a collection, or link its tickets to the system they came from',
    body: ['CollectionSettings'],
    answers: { 200: 'ConfiguredCollection' },
    refusals: [400, 401, 403, 404, 413, 507],
  }),
  ...onBoth('get', '/categories', {
    id: 'countTickets',
    summary: 'Categories and states with their counts',
    answers: { 200: 'TicketCounts' },
  }),
  ...onBoth('get', '/export.jsonl', {
    id: 'exportTickets',
    summary: 'The stored tickets as JSON Lines, as an upload takes them',
    description:
      'Streamed at the speed of the client, newest first. Uploaded into an empty collection, ids and texts are the same. If it fails on the way, the connection breaks before the last chunk: what came is not the whole. At most 2 can run for each user.',
    parameters: queryParameters(exportQuery),
    answers: { 200: 'JsonLines' },
    refusals: [400, 401, 404],
  }),
  ...onBoth('get', '/tickets', {
    id: 'listTickets',
    summary: 'The stored tickets, newest first',
    parameters: queryParameters(ticketsQuery),
    answers: { 200: 'StoredTickets' },
    refusals: [400, 401, 404],
  }),
  ...onBoth('get', '/tickets/:ticket_id', {
    id: 'showTicket',
    summary: 'One ticket with the end of its history',
    answers: { 200: 'StoredTicket' },
    headers,
    refusals: [401, 404, 410],
  }),
  ...onBoth('get', '/tickets/:ticket_id/history', {
    id: 'showTicketHistory',
    summary: 'What happened to a ticket, newest first',
    description: 'Without texts. A page has fewer entries than its limit where the texts of the ticket are large.',
    parameters: queryParameters(ticketHistoryQuery),
    answers: { 200: 'TicketHistory' },
    refusals: [400, 401, 404, 410],
  }),
  ...onBoth('get', '/tickets/:ticket_id/history/:revision', {
    id: 'showTicketRevision',
    summary: 'The texts of a ticket in one of its revisions',
    answers: { 200: 'TicketRevision' },
    refusals: [401, 404, 410],
  }),
  ...onBoth('put', '/tickets/:ticket_id', {
    id: 'correctTicket',
    summary: 'Correct a ticket',
    description:
      'Texts that are left out stay. The others are cleaned of personal data and evaluated by the rules of an upload. The answer comes when a search finds the new texts.',
    parameters: [ifMatch],
    body: ['TicketCorrection'],
    answers: { 200: 'ChangedTicket' },
    headers,
    refusals: [400, 401, 403, 404, 410, 412, 413, 422, 428],
  }),
  ...onBoth('delete', '/tickets/:ticket_id', {
    id: 'withdrawTicket',
    summary: 'Take a ticket out of search',
    description:
      'No search finds it from the answer on, and it no longer counts. It can be restored; an upload does not bring it back.',
    ...mayMatch,
    answers: { 200: 'ChangedTicket' },
    headers,
  }),
  ...onBoth('post', '/tickets/:ticket_id/restore', {
    id: 'restoreTicket',
    summary: 'Bring a withdrawn ticket back',
    ...mayExceed,
    answers: { 200: 'ChangedTicket' },
    headers,
  }),
  ...onBoth('put', '/tickets/:ticket_id/flag', {
    id: 'flagTicket',
    summary: 'Flag a ticket for review',
    description:
      'Its texts stay as they are, and searches find it as before. A correction, or a text that an upload stores, takes the flag away.',
    ...mayExceed,
    answers: { 200: 'ChangedTicket' },
    headers,
  }),
  ...onBoth('delete', '/tickets/:ticket_id/flag', {
    id: 'confirmTicket',
    summary: 'Say that a flagged ticket is right',
    ...mayExceed,
    answers: { 200: 'ChangedTicket' },
    headers,
  }),
  ...onBoth('post', '/withdrawals', {
    ...changesTickets,
    id: 'withdrawTickets',
    summary: 'Take up to 1 000 tickets out of search',
  }),
  ...onBoth('post', '/restorations', {
    ...changesTickets,
    refusals: [400, 401, 403, 404, 413, 507],
    id: 'restoreTickets',
    summary: 'Bring up to 1 000 withdrawn tickets back',
  }),
  ...onBoth('post', '/erasures', {
    id: 'eraseTickets',
    summary: 'Erase tickets for good',
    description:
      'At most 1 000 tickets, or those of a client, as many as one erasure has room for (`remaining`: those that are left for another request). No list and no search gives them from the answer on; the rest is done in the background and verified step by step, as GET shows. A repeat for the tickets of one erasure joins that. Never refused for a quota, unless it finds nothing to erase. A client is found by the text that was stored of it, so that one with a telephone number or an address, which are not stored, is refused.',
    body: ['NewErasure'],
    answers: { 202: 'Erasure' },
    location: true,
    refusals: [400, 401, 403, 404, 413, 507],
  }),
  ...onBoth('get', '/erasures', {
    id: 'listErasures',
    summary: 'The erasures of a collection, newest first',
    parameters: queryParameters(erasuresQuery),
    answers: { 200: 'Erasures' },
    refusals: [400, 401, 404],
  }),
  ...onBoth('get', '/erasures/:erasure_id', {
    id: 'showErasure',
    summary: 'An erasure and what was verified of it',
    answers: { 200: 'Erasure' },
  }),
  ...onBoth('get', '/erasures/:erasure_id/receipt', {
    id: 'erasureReceipt',
    summary: 'The receipt of an erasure',
    description:
      'Canonical JSON (RFC 8785) with the SHA-256 of itself and a signature of this service, or with `Accept: text/html` a page to print. It may be asked for at any time: a step is `verified` only once it was looked at.',
    answers: { 200: 'ReceiptOrPage' },
  }),
  ...onBothSurfaces(
    { token: 'post /api/receipts/check', key: 'post /api/v1/receipts/check' },
    {
      id: 'checkReceipt',
      tag: 'Tickets',
      summary: 'Whether a receipt is unchanged and from this service',
      description:
        'Takes the JSON of a receipt, of any account. The SHA-256 in it says only that a copy is whole, since whoever changes a receipt can compute another; the signature says that this service has made it. A field that is named twice, more than 8 levels or more than 20 000 values are no receipt.',
      body: ['SentReceipt'],
      answers: { 200: 'ReceiptCheck' },
      refusals: [400, 401, 413],
    },
  ),
};
