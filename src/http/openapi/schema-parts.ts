import { ticketOutcomes } from '../../ports/uploads.ts';

export const uuid = { type: 'string', format: 'uuid' } as const;
export const time = { type: 'string', format: 'date-time' } as const;

/** An object that has exactly these fields, all of them. */
export const exactly = (properties: Readonly<Record<string, object>>, description: string) => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** A count for each outcome of a ticket. */
export const outcomeCounts = (description: string) =>
  exactly(Object.fromEntries(ticketOutcomes.map((outcome) => [outcome, { type: 'integer', minimum: 0 }])), description);
