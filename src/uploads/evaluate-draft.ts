import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { parseTicket } from '../domain/ticket-input.ts';
import type { EvaluatedContent } from '../domain/ticket-rules.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';
import type { TicketDraft } from '../ports/ingest.ts';
import { requireStorable } from './correct-ticket.ts';
import type { EvaluationWorkers } from './upload-helpers.ts';

/** A ticket as an upload would store it, which stores nothing. Throws InvalidInput, and RuleViolated if an upload would skip it. */
export const evaluateDraft = async (
  evaluation: EvaluationWorkers,
  { tenantId, customer, notNames, problem, solution }: TicketDraft,
  yieldIfDue: YieldIfDue,
): Promise<CleanTicket> => {
  const messages = [{ role: 'support', text: solution }];
  const input = parseTicket({ ticket_id: 'draft', description: problem, messages }, () => 'The ticket');
  const [evaluated] = evaluation.of({ tenantId, customer, yieldIfDue, notNames })([input]);
  const { cleaned } = (await evaluated) as EvaluatedContent;
  requireStorable(cleaned);
  return cleaned;
};
