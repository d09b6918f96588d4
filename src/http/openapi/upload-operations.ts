import { ticketOutcomes } from '../../ports/uploads.ts';
import type { Credential } from '../authentication.ts';
import type { Operation } from './operation.ts';

const optional = (name: string, description: string, schema: object) => ({
  ...{ name, in: 'query', required: false, description, schema },
});

const page = (most: number) => [
  optional('limit', 'How many at the most', { type: 'integer', minimum: 1, maximum: most }),
  optional('after', 'What the page before named as next', { type: 'string' }),
];

/** What can be asked of a collection's uploads, the same on either surface. */
export const uploadOperations = (path: string, credential: Credential): Readonly<Record<string, Operation>> => {
  const idOf = (name: string) => (credential === 'key' ? `${name}ByKey` : name);
  const common = { tag: 'Tickets', credential, refusals: [401, 404] } as const;
  return {
    [`get ${path}`]: {
      ...common,
      id: idOf('listUploads'),
      summary: 'The collection’s uploads, newest first',
      parameters: page(100),
      answers: { 200: 'Uploads' },
      refusals: [400, 401, 404],
    },
    [`get ${path}/:upload_id`]: {
      ...common,
      id: idOf('showUpload'),
      summary: 'One upload: its state and what became of its tickets',
      answers: { 200: 'Upload' },
    },
    [`get ${path}/:upload_id/tickets`]: {
      ...common,
      id: idOf('ticketsOfUpload'),
      summary: 'The upload’s tickets with the outcome of each',
      parameters: [optional('outcome', 'Only these', { enum: ticketOutcomes }), ...page(1_000)],
      answers: { 200: 'TicketsOfUpload' },
      refusals: [400, 401, 404],
    },
    [`get ${path}/:upload_id/skipped.csv`]: {
      ...common,
      id: idOf('skippedOfUpload'),
      summary: 'The skipped tickets as CSV, each with a sentence that says how to repair it',
      description: 'Columns ticket_id, row, rule, sentence; the sentence in Russian, or English by Accept-Language.',
      answers: { 200: 'Csv' },
    },
    [`get ${path}/:upload_id/progress`]: {
      ...common,
      id: idOf('uploadProgress'),
      summary: 'The upload’s progress as server-sent events',
      description:
        'Events named progress about twice a second while something changes, and one named outcome at the end, whose data is the upload. Can be opened before the upload begins where the client chose its id, by several clients, and again after a broken line with Last-Event-ID; at most 5 open a user.',
      answers: { 200: 'Events' },
    },
  };
};
