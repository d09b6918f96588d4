import { ticketOutcomes } from '../../ports/uploads.ts';
import { exactly, outcomeCounts } from './schema-parts.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const index = { ...count, description: 'Its place in the upload, from 0' } as const;
const row = {
  ...{ type: ['integer', 'null'], minimum: 1, description: 'Its row in the file, where it has rows' },
} as const;

const list = (maxItems: number, description: string, items: object) => ({
  ...{ type: 'array', maxItems, description, items },
});

const column = exactly(
  {
    title: text,
    column: { type: ['string', 'null'], description: 'What it is read as; null: it is not read' },
    assigned: { type: 'boolean', description: 'Whether the request said so' },
  },
  'A column of the header',
);

const ticket = exactly(
  { ticket_id: text, category: text, client: text, problem: text, solution: text, index, row },
  'A ticket, cleaned of personal data',
);

const unreadable = exactly(
  { index: { ...index, type: ['integer', 'null'] }, row, detail: { ...text, description: 'Why, and where' } },
  'What an upload would be refused for',
);

/** What a preview answers. */
export const previewSchemas = {
  TicketsPreview: exactly(
    {
      format: { enum: ['json', 'csv', 'xlsx'] },
      encoding: { enum: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', null] },
      delimiter: { enum: [',', ';', '\t', null] },
      columns: { type: 'array', items: column, description: 'In the order of the header; none for JSON' },
      total: { ...count, description: 'Tickets that can be read' },
      outcomes: outcomeCounts('What an upload would do with them now'),
      tickets: list(20, 'The first that would be stored, as they would be', ticket),
      skipped: list(
        200,
        'The first that would be skipped',
        exactly({ ticket_id: text, index, row, outcome: { enum: ticketOutcomes.slice(1) } }, 'A ticket and its rule'),
      ),
      unreadable: list(200, 'The first that cannot be read', unreadable),
      unreadable_count: { ...count, description: 'All of them; an upload is refused where there is one' },
    },
    'What an upload would do',
  ),
};
