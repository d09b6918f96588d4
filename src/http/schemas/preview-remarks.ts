import type { RepeatPreview, SkippedPreview, Unreadable, UnreadablePreview } from '../../ports/ingest.ts';
import { isProcessed, ticketOutcomes } from '../../ports/uploads.ts';
import { boolean, constrained, count, jsonType, nullable, optional, record, referenced, text } from './json-types.ts';
import { index, row } from './upload-responses.ts';

const excerpt = constrained(nullable(text), {
  description:
    'The beginning of the text that the reason is about, such as what is no date, or of the problem; without personal data',
});

export const repeat = record<RepeatPreview>()('The ticket before in the file that counts for the same id', {
  index: ['index', index],
  row: ['row', row],
  isSame: ['same', boolean, 'Whether the file says the same of both'],
});

export const skippedTicket = record<SkippedPreview>()('A ticket and its rule', {
  ticketId: ['ticket_id', text],
  index: ['index', index],
  row: ['row', row],
  outcome: ['outcome', jsonType({ type: 'string', enum: ticketOutcomes.filter((name) => !isProcessed(name)) })],
  solutionLength: [
    'solution_length',
    optional(count),
    'Characters of its longest support message (no-solution: more than 100 are needed) or of the last one (ends-with-question: 150)',
  ],
  repeats: ['repeats', optional(referenced('RepeatedTicket', repeat)), 'Of a duplicate of a ticket of the file'],
  excerpt: ['excerpt', excerpt],
});

const reason = {
  index: ['index', nullable(index)],
  row: ['row', row],
  detail: ['detail', text, 'The reason and the path'],
} as const;
export const unreadableTicket = record<UnreadablePreview>()('What an upload would be refused for', {
  ...reason,
  excerpt: ['excerpt', excerpt],
});
export const unreadable = record<Unreadable>()('Why something of a file was not read', reason);
