import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { streamOf } from '../domain/streams.ts';
import { presentTicket } from '../domain/ticket.ts';
import { eachShown } from '../domain/ticket-details.ts';
import { recordId } from '../domain/ticket-record.ts';
import { visibleText } from '../personal-data/plain-text.ts';
import type { CorrectionPreview, TicketCorrection, TriedCorrection } from '../ports/ingest.ts';
import type { Streams } from '../ports/event-store.ts';
import { readTicket } from '../ports/ticket-streams.ts';
import { correctedTexts, type CorrectionDependencies, requireRules } from './correct-ticket.ts';
import { withoutHelpers } from './upload-helpers.ts';

type Dependencies = Pick<CorrectionDependencies, 'evaluation'> & { readonly streams: Pick<Streams, 'readPage'> };

/** Returns what a correction would store now, and what would be taken out of its texts. Throws TicketNotFound, InvalidInput and RuleViolated. */
export const previewCorrection =
  (
    { streams, evaluation = withoutHelpers }: Dependencies,
    timeSlicesOf: (owner: Pick<TicketCorrection, 'tenantId' | 'customer'>) => YieldIfDue,
  ) =>
  async (correction: TriedCorrection): Promise<CorrectionPreview> => {
    const { tenantId, customer, collectionId, ticketId, notNames, mayRead } = correction;
    const { state } = await readTicket(streams, streamOf.ticket(collectionId, recordId(tenantId, ticketId)));
    const { data } = presentTicket(state);
    const evaluate = evaluation.of({ tenantId, customer, yieldIfDue: timeSlicesOf(correction), notNames });
    const { texts, removed } = await correctedTexts(data, correction, evaluate);
    requireRules(data, texts);
    const foretold = { ...texts, ticketId, removed };
    return mayRead ? foretold : onlySent(correction, foretold);
  };

/** A preview without the stored texts that were not sent, and without names that only they have. */
const onlySent = (sent: TriedCorrection, { ticketId, removed, ...texts }: CorrectionPreview): CorrectionPreview => {
  // As cleaning sees it: what a client sends may have runs of marks that take seconds to normalise.
  const said = visibleText(`${sent.problem ?? ''}\n${sent.solution ?? ''}`);
  return {
    ...{ ticketId, removed: { ...removed, names: removed.names.filter((name) => said.includes(name)) } },
    ...eachShown(({ property, missing }) => (sent[property] === undefined ? missing : texts[property])),
    problem: sent.problem === undefined ? [] : texts.problem,
    solution: sent.solution === undefined ? [] : texts.solution,
  };
};
