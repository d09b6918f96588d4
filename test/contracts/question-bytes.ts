import type { ExecutionContext } from 'ava';
import type { Fact, RecordedEvent } from '../../src/domain/events.ts';
import type { Generation } from '../../src/ports/read-model.ts';
import type { QuestionChange, Questions } from '../../src/ports/questions.ts';
import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { erasureProven, erasureRequested } from '../support/events.ts';
import { closed, dismissed, grouped, restored } from '../support/gap-events.ts';
import { exampleQuestion, on, purgeQuestions } from '../support/question-events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import type { QuestionsSuite } from './questions.ts';

type Random = () => number;
type Home = ReturnType<typeof exampleCollection>;

const dayOf = (index: number) => `2026-11-${String(1 + Math.floor(index / 30)).padStart(2, '0')}`;

/** Questions of collections, judged, grouped, expired and erased in a random order; the first of the collections is deleted at last. */
export const exampleQuestionLog = (
  random: Random,
  homes: readonly Home[],
  changes: number,
): readonly RecordedEvent[] => {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const asked: ReturnType<typeof exampleQuestion>[] = [];
  const erasures: ReturnType<typeof erasureRequested>[] = [];
  const revisions = new Map<string, number>();
  const change = (index: number): Fact | undefined => {
    const [kind, home, question] = [random(), pick(homes), pick(asked)];
    if (!home) return undefined;
    if (kind < 0.4 || !question) {
      const more = exampleQuestion(home, [`t${Math.floor(random() * 30)}`, `t${Math.floor(random() * 30)}`]);
      asked.push(more);
      return more.answered;
    }
    if (kind < 0.65) return question.judged(random() < 0.5, null, 'а'.repeat(Math.floor(random() * 40)));
    if (kind < 0.72) return question.takenBack;
    if (kind < 0.76) return pick([dismissed(question), restored(question), closed(question, 'по ним')]);
    if (kind < 0.84) return grouped(question, pick(asked) ?? question);
    if (kind < 0.92) {
      erasures.push(erasureRequested({ ...home, ticketIds: [`t${Math.floor(random() * 30)}`] }));
      return erasures.at(-1);
    }
    const erasure = pick(erasures);
    if (kind < 0.97) return erasure && erasureProven(erasure, 'answers');
    return { type: 'QuestionsExpired', data: { before: dayOf(index - 90) } };
  };
  const facts = Array.from({ length: changes }, (_, index) => change(index)).filter((fact) => fact !== undefined);
  const [gone] = homes;
  return recorded([...facts, ...(gone ? [gone.deleted] : [])]).map((event, index) => {
    const answerId = 'answerId' in event.data ? event.data.answerId : '';
    const revision = revisions.get(answerId) ?? 0;
    revisions.set(answerId, revision + 1);
    return on(event, dayOf(index), revision);
  });
};

const assertExact = async (t: ExecutionContext, generation: Generation<QuestionChange>): Promise<number> => {
  const counts = await generation.counts(undefined);
  for (const { id, stored, ofRows } of counts) t.deepEqual(stored, ofRows, id);
  return counts.reduce((sum, { stored }) => sum + (stored['bytes'] ?? 0), 0);
};

/** Counts the listed questions of a collection by day, as its figures have to. */
const assertFigures = async (t: ExecutionContext, questions: Questions, collectionId: string): Promise<void> => {
  const { rows } = await questions.ofCollection({ collectionId, limit: 10_000 });
  const byDay = Map.groupBy(rows, ({ at }) => at.slice(0, 10));
  const days = Array.from({ length: 12 }, (_, index) => dayOf(30 * index));
  for (const figures of await questions.figures(collectionId, days)) {
    const listed = byDay.get(figures.day) ?? [];
    const count = (isCounted: (row: (typeof rows)[number]) => boolean) => listed.filter(isCounted).length;
    t.like(figures, {
      questions: listed.length,
      answered: count(({ outcome }) => outcome === 'answered'),
      helped: count(({ verdict }) => verdict?.helped === true),
      notHelped: count(({ verdict }) => verdict?.helped === false),
      medianMilliseconds: listed.length === 0 ? null : 6,
    });
  }
};

/** What the questions of a tenant occupy is the sum of their rows, whatever has happened. */
export const questionBytesContract = ({ test, name, open }: QuestionsSuite): void => {
  test(`${name}: the bytes and figures of questions are those of their rows after verdicts, groupings, expiries, erasures, repeats and purges`, async (t) => {
    const { questions, model } = await open(t);
    const generation = await model.current();
    const apply = applyRecorded(questionsProjection, generation);
    const random = seededRandom(44);
    const home = exampleCollection();
    const homes = [home, { ...exampleCollection(), tenantId: home.tenantId }, exampleCollection()];
    const events = exampleQuestionLog(random, homes, 240);
    for (let from = 0; from < events.length;) {
      const size = 1 + Math.floor(random() * 40);
      const batch = events.slice(from, from + size);
      await apply(batch);
      const sum = await assertExact(t, generation);
      t.true(sum > 0);
      if (random() < 0.3) await apply(batch);
      if (random() < 0.2) await purgeQuestions(generation);
      await assertExact(t, generation);
      from += size;
    }
    await apply(events);
    const sum = await assertExact(t, generation);
    const tenants = [...new Set(homes.map(({ tenantId }) => tenantId))];
    const bytes = await Promise.all(tenants.map((tenantId) => questions.bytes(tenantId)));
    t.is(
      bytes.reduce((one, other) => one + other, 0),
      sum,
    );
    t.true(bytes.every((each) => each > 0));
    for (const { collectionId } of homes) await assertFigures(t, questions, collectionId);
  });
};
