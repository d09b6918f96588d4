import { ticketOutcomes } from '../../ports/uploads.ts';
import { exactly, outcomeCounts, time, uuid } from './schema-parts.ts';

const next = { type: ['string', 'null'], description: 'What to send as `after` for the next page' } as const;

/** Uploads as they are told. */
export const uploadSchemas = {
  Upload: exactly(
    {
      id: uuid,
      collection_id: uuid,
      user_id: uuid,
      surface: { enum: ['web', 'api'], description: 'Whether it came with a bearer token or an API key' },
      file_name: { type: ['string', 'null'], description: 'Null for a JSON body' },
      format: { enum: ['json', 'csv', 'xlsx', null] },
      state: { enum: ['running', 'finished', 'failed', 'interrupted'] },
      detail: { type: ['string', 'null'], description: 'Why it failed or was interrupted' },
      started_at: time,
      finished_at: { type: ['string', 'null'], format: 'date-time' },
      total: { type: ['integer', 'null'], description: 'Tickets in it; null until all of them were read' },
      outcomes: outcomeCounts('What became of its tickets so far, counted'),
    },
    'An upload',
  ),
  Uploads: exactly(
    { uploads: { type: 'array', items: { $ref: '#/components/schemas/Upload' } }, next },
    'A page of uploads, newest first',
  ),
  TicketsOfUpload: exactly(
    {
      tickets: {
        type: 'array',
        items: exactly(
          {
            ticket_id: { type: 'string' },
            index: { type: 'integer', minimum: 0, description: 'Its place in the upload, from 0' },
            row: { type: ['integer', 'null'], minimum: 1, description: 'Its row in the file, where it has rows' },
            outcome: { enum: ticketOutcomes },
          },
          'One ticket',
        ),
      },
      next,
    },
    'A page of an upload’s tickets, in its order',
  ),
};
