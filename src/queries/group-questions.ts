import { EmbeddingFailed } from '../domain/errors.ts';
import { wordingKey } from '../domain/gap.ts';
import { dotProduct } from '../domain/vector.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { GapFinder, Grouping } from '../ports/gap-finder.ts';
import type { GapPlace, Gaps, UngroupedQuestion } from '../ports/gaps.ts';
import type { TicketIndex } from '../ports/ticket-index.ts';
import { type AskedQuestion, questionVectors, type QuestionVectors } from './question-vectors.ts';

type Dependencies = {
  readonly gaps: Pick<Gaps, 'ungrouped' | 'leaders' | 'members'>;
  readonly index: Pick<TicketIndex, 'snapshot'>;
  readonly embedders: Embedders;
};

/** A question is compared with the first ones of so many gaps, those with the newest questions. */
const maxLeaders = 2_000;
/** Questions of a gap among which the best wordings are looked for. */
const maxCompared = 20;
const maxWordings = 3;

/**
 * Puts questions into gaps one after the other: into that whose first question is most like it, if it is at least as like as the model calls the same, else into one
 * of its own. A gap never moves a question, so that a new one changes its own gap at most.
 */
export const groupQuestions = ({ gaps, index, embedders }: Dependencies): GapFinder['groupQuestions'] => {
  const vectorsOf = questionVectors(embedders);
  /** The tenant that had the last turn. */
  let lastUser: string | undefined;
  return async (limit) => {
    const ungrouped = await gaps.ungrouped(limit, lastUser);
    lastUser = ungrouped.at(-1)?.userId;
    const snapshot = ungrouped.length === 0 ? undefined : await index.snapshot();
    if (!snapshot) return [];
    const vectors = vectorsOf(snapshot.model);
    const places = new Map<string, Place>();
    const groupings: Grouping[] = [];
    /** What tenants have failed with: it takes no turn of the others, and is told once they have none left. */
    const failures = new Map<string, unknown>();
    for (const asked of ungrouped) {
      if (failures.has(asked.userId)) continue;
      try {
        const key = `${asked.collectionId} ${asked.kind}`;
        const place = places.get(key) ?? (await openPlace({ gaps, vectors }, asked));
        places.set(key, place);
        groupings.push({ model: snapshot.model.model, ...(await place.group(asked)) });
      } catch (error) {
        // A model that cannot be called fails for everybody.
        if (error instanceof EmbeddingFailed) throw error;
        failures.set(asked.userId, error);
      }
    }
    if (groupings.length === 0) for (const failure of failures.values()) throw failure;
    return groupings;
  };
};

type Place = { readonly group: (asked: UngroupedQuestion) => Promise<Omit<Grouping, 'model'>> };
type Compared = AskedQuestion & { readonly vector: Float32Array };
type PlaceContext = Pick<Dependencies, 'gaps'> & { readonly vectors: QuestionVectors };

const openPlace = async ({ gaps, vectors }: PlaceContext, { collectionId, kind }: GapPlace): Promise<Place> => {
  const leaders: (Compared & { readonly gapId: string })[] = [];
  for (const leader of await gaps.leaders({ collectionId, kind }, maxLeaders)) {
    const vector = await vectors.of(leader);
    if (vector) leaders.push({ ...leader, vector });
  }
  /** Of this call, which the read model does not have yet. */
  const added = new Map<string, Compared[]>();
  const membersOf = async (gapId: string): Promise<readonly Compared[]> => {
    const before = await gaps.members({ collectionId, gapId }, maxCompared);
    const compared: Compared[] = [...(added.get(gapId) ?? [])];
    for (const { answerId, question } of before) {
      const vector = await vectors.of({ answerId, question });
      if (vector) compared.push({ answerId, question, vector });
    }
    return compared.slice(0, maxCompared);
  };
  return {
    group: async ({ answerId, question }) => {
      const vector = await vectors.of({ answerId, question });
      // What the model refuses is compared with nothing.
      if (!vector) return { answerId, gapId: answerId, similarity: null, wordings: [answerId] };
      const asked = { answerId, question, vector };
      const nearest = nearestOf(leaders, vector);
      const found = nearest && nearest.similarity >= vectors.level ? nearest : undefined;
      const gapId = found?.gapId ?? answerId;
      if (!found) leaders.push({ gapId, ...asked });
      const members = found ? await membersOf(gapId) : [];
      added.set(gapId, [asked, ...(added.get(gapId) ?? [])]);
      return { answerId, gapId, similarity: found?.similarity ?? null, wordings: bestWordings([asked, ...members]) };
    },
  };
};

const nearestOf = (leaders: readonly (Compared & { readonly gapId: string })[], vector: Float32Array) => {
  let best: { readonly gapId: string; readonly similarity: number } | undefined;
  for (const { gapId, vector: other } of leaders) {
    const similarity = dotProduct(vector, other);
    if (!best || similarity > best.similarity) best = { gapId, similarity };
  }
  return best;
};

/** The answers to the questions that are most like all others, no two with the same words. */
const bestWordings = (questions: readonly Compared[]): readonly string[] => {
  const total = questions.map(({ vector }) =>
    questions.reduce((sum, other) => sum + dotProduct(vector, other.vector), 0),
  );
  const order = questions.map((_, index) => index).toSorted((one, other) => (total[other] ?? 0) - (total[one] ?? 0));
  const distinct = new Map<string, string>();
  for (const index of order) {
    const { answerId = '', question = '' } = questions[index] ?? {};
    const key = wordingKey(question);
    if (!distinct.has(key)) distinct.set(key, answerId);
  }
  return [...distinct.values()].slice(0, maxWordings);
};
