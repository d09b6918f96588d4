import { appendWithRetry, lostRacePolicy } from '../commands/command-handler.ts';
import { readLog } from '../commands/open-log.ts';
import { reembedTickets } from '../commands/reembed-tickets.ts';
import type { Turn } from '../concurrency/abortable-limit.ts';
import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { type Attempt, retry } from '../concurrency/retry.ts';
import { unlessAborted } from '../concurrency/timeout.ts';
import { ChangedMeanwhile, InvalidInput, RuleViolated, Unavailable } from '../domain/errors.ts';
import { ticketLimits } from '../domain/limits.ts';
import { skipRulesWith } from '../domain/skip-rules.ts';
import { streamOf } from '../domain/streams.ts';
import {
  changedTexts,
  presentTicket,
  requireRevision,
  type TicketCommand,
  type TicketTexts,
} from '../domain/ticket.ts';
import type { EvaluatedContent } from '../domain/ticket-rules.ts';
import type { StoredVector, TicketStored } from '../domain/ticket-events.ts';
import { type ShownDetails, shownDetails } from '../domain/ticket-fields.ts';
import { eachShown } from '../domain/ticket-details.ts';
import { recordId, type Removed, searchText, solutionText } from '../domain/ticket-record.ts';
import { encodeVector, isVectorOf } from '../domain/vector.ts';
import { checkLength, embedderOf } from '../ports/embedders.ts';
import type { TicketCorrection } from '../ports/ingest.ts';
import { throwIfStalled } from '../ports/read-your-writes.ts';
import { type ReadTicket, readTicket, ticketAppend } from '../ports/ticket-streams.ts';
import { uuidV5 } from '../platform/uuid.ts';
import { isStockMessage } from '../stock-phrases/is-stock-message.ts';
import { requireRoom } from './quota.ts';
import { type Evaluate, withoutHelpers } from './upload-helpers.ts';
import type { UploadDependencies } from './upload-tickets.ts';

/** What corrections need. */
export type CorrectionDependencies = Omit<UploadDependencies, 'limitUploads' | 'logTimeoutMs'>;

/** `turn`: for the evaluation of its texts, in which it yields. `signal`: nothing is appended once it has aborted. */
type Fair = { readonly turn: Turn; readonly yieldIfDue: YieldIfDue; readonly signal: AbortSignal };

/** Corrects a ticket; resolves with the position of the correction once searches find the new texts, unless the ticket is withdrawn. */
export type CorrectTicket = (correction: TicketCorrection, fair: Fair) => Promise<bigint>;

/**
 * The way of an upload for one ticket: cleaned, evaluated by rules 3 to 6, embedded, stored at the revision that was
 * read. Texts that are equal when cleaned change nothing: the position is then that of the ticket's newest event.
 * Throws TicketNotFound, TicketChanged, InvalidInput, RuleViolated, QuotaExceeded, Unavailable and ChangedMeanwhile.
 */
export const correctTicket = (dependencies: CorrectionDependencies): CorrectTicket => {
  const { streams, evaluation = withoutHelpers } = dependencies;
  const append = appendCorrection(dependencies);
  return async (correction, { turn, yieldIfDue, signal }) => {
    const { tenantId, customer, collectionId, ticketId, revision, surface, notNames } = correction;
    const stream = streamOf.ticket(collectionId, recordId(tenantId, ticketId));
    const read = await readTicket(streams, stream);
    const present = presentTicket(read.state);
    requireRevision(revision, present.revision);
    const evaluate = evaluation.of({ tenantId, customer, yieldIfDue, notNames });
    const { texts } = await turn(() => correctedTexts(present.data, correction, evaluate));
    if (changedTexts(present.data, texts).length === 0) return read.last?.position ?? 0n;
    requireRules(present.data, texts);
    await requireRoom(dependencies.quotas, present.data, { ...present.data, ...texts });
    // Its texts are not sent to a model in vain.
    signal.throwIfAborted();
    const embedded = vectorOf(dependencies, present.data, texts);
    const vector = await unlessAborted(embedded, signal, (): never => {
      throw signal.reason as Error;
    });
    const command = { type: 'CorrectTicket', revision, texts, vector } as const;
    const position = await append({ stream, read, command, tenantId, surface });
    await waitUntilFound(dependencies, position);
    await followModel(dependencies, stream, vector);
    return position;
  };
};

type Correction = Pick<TicketCorrection, 'tenantId' | 'surface'> & {
  readonly stream: string;
  readonly read: ReadTicket;
  readonly command: TicketCommand;
};

/** Appends at the revision that was read, and decides again if others were first. Throws TicketChanged and ChangedMeanwhile. */
const appendCorrection =
  ({ streams, now, newId }: Pick<CorrectionDependencies, 'streams' | 'now' | 'newId'>) =>
  async ({ stream, read: first, command, tenantId, surface }: Correction): Promise<bigint> => {
    const commandId = newId();
    const event = { id: uuidV5(commandId, '0'), metadata: { at: now().toISOString(), commandId, tenantId, surface } };
    let read = first;
    const attempt = async (): Promise<Attempt<bigint>> => {
      const append = ticketAppend(stream, read, command, event);
      if (append.events.length === 0) return { kind: 'done', result: read.last?.position ?? 0n };
      const [outcome] = await appendWithRetry(streams, [append]);
      if (outcome?.outcome === 'appended') return { kind: 'done', result: outcome.position };
      read = await readTicket(streams, stream);
      return { kind: 'failed', error: new ChangedMeanwhile() };
    };
    return retry(attempt, lostRacePolicy);
  };

type Stored = TicketStored['data'];

/** The texts as they would be stored; those that were not sent, or are as they were, stay. */
export const correctedTexts = async (
  stored: Stored,
  wanted: Omit<TicketCorrection, 'revision'>,
  evaluate: Evaluate,
): Promise<{ readonly texts: TicketTexts; readonly removed: Removed }> => {
  const { problem = searchText(stored), solution = solutionText(stored) } = wanted;
  const details = eachShown(({ property }) => wanted[property] ?? stored[property]);
  if (Buffer.byteLength(problem) + Buffer.byteLength(solution) > ticketLimits.textBytes) {
    throw new InvalidInput('The ticket is too large: problem and solution may have 256 KiB together');
  }
  const isProblemNew = problem !== searchText(stored);
  const isSolutionNew = solution !== solutionText(stored);
  const problems = isProblemNew ? [problem] : stored.problem;
  const solutions = isSolutionNew ? solution.split(/\n\s*\n/) : stored.solution;
  if (problems.length + solutions.length > ticketLimits.messages) {
    throw new InvalidInput(`The ticket has more than ${ticketLimits.messages} messages: an empty line begins another`);
  }
  // One conversation, as in an upload: a name that is found in one text is masked in all that are new.
  const messages = [
    ...problems.map((text) => ({ role: 'client', text })),
    ...solutions.map((text) => ({ role: 'support', text })),
  ];
  const conversation = isProblemNew || isSolutionNew ? messages : [];
  const evaluated = evaluate([{ ...stored, ...details, description: '', messages: conversation }]);
  const [{ cleaned, removed }] = (await Promise.all(evaluated)) as [EvaluatedContent];
  // Undefined, in place of the stored one, is a detail that is removed.
  const newDetails = shownDetails.map(({ property }) => {
    const from = details[property] === stored[property] ? stored : cleaned;
    return [property, from[property]] as const;
  });
  const texts = {
    ...(Object.fromEntries(newDetails) as ShownDetails),
    problem: isProblemNew ? cleaned.problem : stored.problem,
    solution: isSolutionNew ? cleaned.solution : stored.solution,
  };
  return { texts, removed };
};

const { skippedBy } = skipRulesWith(isStockMessage);

const sentences = {
  'no-solution': 'no paragraph of the solution has more than 100 characters',
  'ends-with-question': 'the solution ends with a short question',
  'stock-phrase': 'the solution ends with a stock phrase',
  'no-problem': 'there is no problem text',
} as const;

/** Rules 3 to 6 for a ticket with other texts; a ticket that was stored keeps its own. Throws RuleViolated. */
export const requireRules = (stored: Stored, texts: TicketTexts): void => {
  if (!changedTexts(stored, texts).some((name) => name === 'problem' || name === 'solution')) return;
  requireStorable(texts);
};

/** Throws RuleViolated if an upload would skip a ticket with these texts. */
export const requireStorable = (texts: Pick<TicketTexts, 'problem' | 'solution'>): void => {
  const rule = skippedBy(texts);
  if (rule !== undefined) throw new RuleViolated(`${rule}: ${sentences[rule]}`);
};

/** The vector of the model in use; the present one if it is of that model and the embedded text is the same. */
const vectorOf = async (
  { streams, embedders }: CorrectionDependencies,
  stored: Stored,
  texts: TicketTexts,
): Promise<StoredVector> => {
  const { model } = await readLog(streams);
  if (!model) throw new Unavailable('No embedding model has been chosen');
  if (searchText(stored) === searchText(texts) && isVectorOf(stored.vector, model)) return stored.vector;
  const embedder = embedderOf(embedders, model);
  const [vector] = await embedder.embedTickets([searchText(texts)]);
  if (!vector) throw new Unavailable('The embedding model gave no vector');
  checkLength(model, vector.length);
  return { model: model.model, values: encodeVector(vector) };
};

/** Throws Unavailable if the projections stall, or have refused the event. */
const waitUntilFound = async ({ projected }: CorrectionDependencies, position: bigint): Promise<void> => {
  const waited = await projected.waitForPosition(['collections', 'ticket-index'], [position]);
  throwIfStalled(waited, 'see the ticket shortly', 'searchable');
  if (waited.parked > 0) throw new Unavailable('The ticket is stored but not searchable');
};

/**
 * If another model was chosen meanwhile, the ticket is found only once it has a vector of that one too. Looked up after the wait: a change of the model
 * pauses the projection until it is recorded.
 */
const followModel = async (
  dependencies: CorrectionDependencies,
  stream: string,
  vector: StoredVector,
): Promise<void> => {
  const { streams, embedders, now, newId } = dependencies;
  const { model } = await readLog(streams);
  if (!model || isVectorOf(vector, model)) return;
  const context = { streams, embedder: embedderOf(embedders, model), model, now, commandId: newId() };
  const { positions, refused } = await reembedTickets(context, [stream]);
  if (refused > 0) throw new Unavailable(`The ticket is refused by the model ${model.model}`);
  for (const position of positions) await waitUntilFound(dependencies, position);
};
