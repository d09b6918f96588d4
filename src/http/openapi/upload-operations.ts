import { ticketsOfUploadQuery, uploadsQuery } from '../schemas/requests.ts';
import { onBothSurfaces, type Operation, type Operations } from './operation.ts';
import { queryParameters } from './request-schema.ts';

/** Below a collection’s `/uploads`. */
const rows: Readonly<Record<string, Omit<Operation, 'tag' | 'credential'>>> = {
  '': {
    id: 'listUploads',
    summary: 'The collection’s uploads, newest first',
    parameters: queryParameters(uploadsQuery),
    answers: { 200: 'Uploads' },
    refusals: [400, 401, 404],
  },
  '/:upload_id': {
    id: 'showUpload',
    summary: 'One upload: its state and the outcomes of its tickets',
    answers: { 200: 'Upload' },
    refusals: [401, 404],
  },
  '/:upload_id/tickets': {
    id: 'ticketsOfUpload',
    summary: 'The upload’s tickets with the outcome of each',
    parameters: queryParameters(ticketsOfUploadQuery),
    answers: { 200: 'TicketsOfUpload' },
    refusals: [400, 401, 404],
  },
  '/:upload_id/skipped.csv': {
    id: 'skippedOfUpload',
    summary: 'The skipped tickets as CSV, each with a sentence that says how to repair it',
    description: 'Columns ticket_id, row, rule, sentence; the sentence in Russian, or English by Accept-Language.',
    answers: { 200: 'Csv' },
    refusals: [401, 404],
  },
  '/:upload_id/progress': {
    id: 'uploadProgress',
    summary: 'The upload’s progress as server-sent events',
    description:
      'Events named progress about twice a second while something changes, and one named outcome at the end, whose data is the upload. Can be opened before the upload begins if the client chose its id, by several clients, and again after a lost connection with Last-Event-ID; at most 5 open for each user.',
    answers: { 200: 'Events' },
    refusals: [401, 404],
  },
};

/** The uploads of a collection, the same on both surfaces. */
export const uploadOperations: Operations = Object.fromEntries(
  Object.entries(rows).flatMap(([suffix, row]) => {
    const path = `collections/:collection_id/uploads${suffix}`;
    const operations = onBothSurfaces(
      { token: `get /api/${path}`, key: `get /api/v1/${path}` },
      { ...row, tag: 'Tickets' },
    );
    return Object.entries(operations);
  }),
);
