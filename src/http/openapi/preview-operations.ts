import type { Operation } from './operation.ts';
import { collectionInQuery } from './parameters.ts';

const preview = {
  tag: 'Tickets',
  summary: 'See what an upload would do',
  body: ['file', 'Tickets'],
  answers: { 200: 'TicketsPreview' },
  refusals: [400, 401, 404, 413],
  description:
    'Takes what the uploads take, by its content type, and stores nothing. What an upload would be refused for is told ticket by ticket beside what could be read.',
} as const;

/** Previews, the same on either surface. */
export const previewOperations: Readonly<Record<string, Operation>> = {
  'post /api/collections/:collection_id/tickets/preview': { ...preview, id: 'previewTickets', credential: 'token' },
  'post /api/v1/tickets/preview': {
    ...preview,
    id: 'previewTicketsByKey',
    credential: 'key',
    parameters: [collectionInQuery],
  },
};
