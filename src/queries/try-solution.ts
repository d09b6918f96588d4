import { abortableLimit } from '../concurrency/abortable-limit.ts';
import type { YieldSlot } from '../concurrency/fair-limit.ts';
import { fairTimeSlices, usedTime } from '../concurrency/fair-time-slices.ts';
import { restingSchedule, type Schedule } from '../concurrency/urgent-work.ts';
import { answerOrder } from '../domain/answer-order.ts';
import { Unavailable } from '../domain/errors.ts';
import { maxSources } from '../domain/limits.ts';
import { type CleanTicket, fullText, searchText } from '../domain/ticket-record.ts';
import { dotProduct, unitVector } from '../domain/vector.ts';
import type { AnswerSource } from '../ports/answer-writer.ts';
import { checkLength, type Embedders, embedderOf, queryVector } from '../ports/embedders.ts';
import type { TicketIndex } from '../ports/ticket-index.ts';
import { wouldAnswer } from './would-answer.ts';

/** A ticket that nobody has stored, and the questions of a gap. */
export type Trial = {
  readonly tenantId: string;
  /** Where it comes from: the IPv4 address or the /56 of IPv6. */
  readonly customer: string;
  readonly collectionId: string;
  readonly draft: Pick<CleanTicket, 'category' | 'problem' | 'solution'>;
  readonly questions: readonly string[];
};

/** How many of the questions were tried within the time, and how many of these the ticket would answer; null if the model in use cannot tell. */
export type TrialResult = { readonly tried: number; readonly answered: number | null };

/** Ends after the question that is tried when the signal aborts, and throws its reason. Throws Unavailable, EmbeddingFailed and EmbeddingRefused. */
export type TrySolution = (trial: Trial, signal: AbortSignal) => Promise<TrialResult>;

type Dependencies = {
  readonly index: Pick<TicketIndex, 'snapshot'>;
  readonly embedders: Embedders;
  /** Calls back when the thread has no more urgent work. */
  readonly schedule?: Schedule;
  readonly timeoutMs?: number;
};

/** Trials at a time, which share the thread by the time that each customer and tenant has used, and those of one tenant: each embeds up to a hundred questions. */
const trialsAtOnce = { ofAll: 16, ofTenant: 1 };
/** The share of the thread's time that trials take at most, all of them together. */
const shareOfThread = 0.5;

/** Says whether a search would answer questions from a ticket, if it were stored beside the others: it would be the nearest and, as the model decides, the answer. */
export const trySolution = ({
  index,
  embedders,
  schedule = setImmediate,
  timeoutMs = 15_000,
}: Dependencies): TrySolution => {
  const limit = abortableLimit(trialsAtOnce.ofAll, trialsAtOnce.ofTenant, { countTime: usedTime });
  const slices = fairTimeSlices(undefined, undefined, restingSchedule(shareOfThread, schedule));
  const tools = { index, embedders, slices, timeoutMs };
  return (trial, signal) =>
    limit({ tenantId: trial.tenantId, customer: trial.customer, signal }, (_isWanted, yieldSlot) =>
      runTrial({ ...tools, yieldSlot, signal }, trial),
    );
};

type Slices = ReturnType<typeof fairTimeSlices>;

type Tools = Required<Omit<Dependencies, 'schedule'>> & {
  readonly slices: Slices;
  readonly yieldSlot: YieldSlot;
  readonly signal: AbortSignal;
};

const runTrial = async (
  { index, embedders, slices, timeoutMs, yieldSlot, signal }: Tools,
  { draft, questions, ...where }: Trial,
): Promise<TrialResult> => {
  const end = performance.now() + timeoutMs;
  const snapshot = await index.snapshot();
  if (!snapshot) throw new Unavailable('No embedding model has been chosen');
  const embedder = embedderOf(embedders, snapshot.model);
  const yieldIfDue = slices.of(where.tenantId, where.customer);
  const [ofDraft] = await embedder.embedTickets([searchText(draft)], yieldIfDue);
  if (!ofDraft) throw new Unavailable('The embedding model gave no vector');
  checkLength(snapshot.model, ofDraft.length);
  const direction = unitVector(ofDraft);
  const text = fullText(draft);
  let [tried, answered] = [0, 0];
  for (const question of questions) {
    // Others wait for one question, not for the whole trial.
    await yieldSlot();
    await yieldIfDue();
    signal.throwIfAborted();
    if (performance.now() > end) break;
    tried += 1;
    const vector = await queryVector(embedder, snapshot.model, { question, yieldIfDue });
    if (!vector) continue;
    const stored = await snapshot.nearest({ ...where, vector, count: maxSources });
    const score = dotProduct(unitVector(vector), direction);
    const source = { ticketId: '', score, fullText: text, isFlagged: false };
    const byScore = [source, ...stored].toSorted((one, other) => other.score - one.score);
    const found: readonly AnswerSource[] = answerOrder(byScore, embedder.scoreNoise);
    await yieldIfDue();
    const isAnswered = wouldAnswer(embedder, question, found.slice(0, maxSources));
    if (isAnswered === undefined) return { tried: 0, answered: null };
    if (isAnswered && found[0] === source) answered += 1;
  }
  return { tried, answered };
};
