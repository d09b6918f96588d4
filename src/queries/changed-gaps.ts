import { answerOrder } from '../domain/answer-order.ts';
import { answeredToClose, answeredToStay, gapStateOf } from '../domain/gap.ts';
import { maxSources } from '../domain/limits.ts';
import { type Embedders, embedderOf } from '../ports/embedders.ts';
import type { ChangedGaps, ClosableGap, GapFinder, UnansweredGap } from '../ports/gap-finder.ts';
import type { GapCount, GapMember, Gaps } from '../ports/gaps.ts';
import type { IndexSnapshot, TicketIndex } from '../ports/ticket-index.ts';
import { type QuestionVectors, rememberedVectors } from './question-vectors.ts';
import { wouldAnswer } from './would-answer.ts';

type Dependencies = {
  readonly gaps: Pick<Gaps, 'counts' | 'members'>;
  readonly index: Pick<TicketIndex, 'snapshot'>;
  readonly embedders: Embedders;
};

/** The largest gaps are tried, of those that are closed and of the others, and the newest questions of each. */
const maxGaps = 50;
const maxTried = 10;
const maxTickets = 5;

/** All questions count, however old. */
const anyDay = { recent: '', earlier: '' };

/**
 * Tries the newest questions of gaps: whether those that are not closed would be answered, and whether those that are still would. A question counts as answered if a search would answer it from a ticket that it was not given then, or
 * from a newer text of one: its old sources have not answered it. A model that cannot tell changes no gap.
 */
export const changedGaps = ({ gaps, index, embedders }: Dependencies): GapFinder['changedGaps'] => {
  const vectorsOf = rememberedVectors(embedders);
  return async ({ collectionId, tenantId }) => {
    const counts = await gaps.counts(collectionId, anyDay);
    const snapshot = counts.length === 0 ? undefined : await index.snapshot();
    if (!snapshot) return noChange;
    const { answerOdds, similarityLevels } = embedderOf(embedders, snapshot.model);
    if (!answerOdds && !similarityLevels) return noChange;
    const answeredBy = newAnswers(snapshot, { embedders, vectorOf: vectorsOf(snapshot.model), collectionId, tenantId });
    const newest = ({ gapId }: GapCount) => gaps.members({ collectionId, gapId }, maxTried);
    const closable: ClosableGap[] = [];
    for (const one of largest(counts.filter((count) => !isClosed(count)))) {
      const found = await tryGap(await newest(one), answeredBy);
      if (found) closable.push({ gapId: one.gapId, ...found });
    }
    const unanswered: UnansweredGap[] = [];
    for (const one of largest(counts.filter(isClosed))) {
      const found = await tryClosedGap(await newest(one), answeredBy);
      if (found) unanswered.push({ gapId: one.gapId, ...found });
    }
    return { closable, unanswered };
  };
};

const noChange: ChangedGaps = { closable: [], unanswered: [] };

const isClosed = (count: GapCount): boolean => gapStateOf(count) === 'closed';

const largest = (counts: readonly GapCount[]): readonly GapCount[] =>
  counts.toSorted((one, other) => other.count - one.count).slice(0, maxGaps);

type NewAnswers = (member: GapMember) => Promise<string | undefined>;
type Where = Pick<Dependencies, 'embedders'> & {
  readonly vectorOf: QuestionVectors['of'];
  readonly collectionId: string;
  readonly tenantId: string;
};

/** Returns the function from a question to the ticket that answers it now and did not then, if there is one. */
const newAnswers = ({ model, nearest }: IndexSnapshot, { embedders, vectorOf, ...where }: Where): NewAnswers => {
  const embedder = embedderOf(embedders, model);
  return async ({ answerId, question, sources }) => {
    const vector = await vectorOf({ answerId, question });
    if (!vector) return undefined;
    const found = answerOrder(await nearest({ ...where, vector, count: maxSources }), embedder.scoreNoise);
    const [best] = found;
    if (!best || !wouldAnswer(embedder, question, found)) return undefined;
    const isOld = sources.some(({ ticketId, revision }) => ticketId === best.ticketId && revision === best.revision);
    return isOld ? undefined : best.ticketId;
  };
};

/** Ends when the gap cannot close any more: most do not. */
const tryGap = async (
  members: readonly GapMember[],
  answeredBy: NewAnswers,
): Promise<Omit<ClosableGap, 'gapId'> | undefined> => {
  if (members.length === 0) return undefined;
  const needed = answeredToClose(members.length);
  const tickets = new Map<string, number>();
  let missed = 0;
  for (const member of members) {
    const ticketId = await answeredBy(member);
    if (ticketId === undefined) missed += 1;
    else tickets.set(ticketId, (tickets.get(ticketId) ?? 0) + 1);
    if (members.length - missed < needed) return undefined;
  }
  const byUse = [...tickets].toSorted(([, one], [, other]) => other - one).map(([ticketId]) => ticketId);
  return { ticketIds: byUse.slice(0, maxTickets), tried: members.length, answered: members.length - missed };
};

/** Ends when the gap stays closed: most do. */
const tryClosedGap = async (
  members: readonly GapMember[],
  answeredBy: NewAnswers,
): Promise<Omit<UnansweredGap, 'gapId'> | undefined> => {
  if (members.length === 0) return undefined;
  let answered = 0;
  for (const member of members) {
    if ((await answeredBy(member)) !== undefined) answered += 1;
    if (answered >= answeredToStay(members.length)) return undefined;
  }
  return { tried: members.length, answered };
};
