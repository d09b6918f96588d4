import type { ExecutionContext, TestFn } from 'ava';
import type { Gaps } from '../../src/ports/gaps.ts';
import type { QuestionChange } from '../../src/ports/questions.ts';
import type { ReadModel } from '../../src/ports/read-model.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { erasureRequested } from '../support/events.ts';
import { gapDay, grouped, onGapDay, threeOf, unanswered } from '../support/gap-events.ts';
import { exampleQuestion, on } from '../support/question-events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import { gapMarks } from './gap-marks.ts';
import { gapSources } from './gap-sources.ts';

const growth = { earlier: '2026-09-27', recent: '2026-10-25' };

/** An empty read model of questions with the reader of their gaps. */
type Subject = { readonly gaps: Gaps; readonly model: ReadModel<QuestionChange> };
export type GapsSuite = {
  readonly test: TestFn;
  readonly name: string;
  readonly open: (t: ExecutionContext) => Promise<Subject>;
};

/** The promises of every read model of gaps. */
export const gapsContract = (suite: GapsSuite): void => {
  grouping(suite);
  keptAnew(suite);
  counting(suite);
  gapMarks(suite);
  gapSources(suite);
};

const grouping = ({ test, name, open }: GapsSuite): void => {
  test(`${name}: questions that were not answered or did not help wait for a gap in the order of the log`, async (t) => {
    const { gaps, model } = await open(t);
    const home = exampleCollection();
    const asked = (outcome: 'answered' | 'model-failed' | 'sources-only') => exampleQuestion(home, ['1'], { outcome });
    const [wrong, helped, named, failed, only] = [
      ...[asked('answered'), asked('answered'), asked('answered')],
      ...[asked('model-failed'), asked('sources-only')],
    ] as const;
    const wordless = exampleQuestion(home, [], { outcome: 'too-little', embeddingModel: null });
    const some = exampleQuestion(home, [], { outcome: 'too-little', isFiltered: true });
    const [first, found] = [unanswered(home), unanswered(home)];
    const events = onGapDay(
      ...[wrong, helped, named, failed, only, wordless, some, first, found].map(({ answered }) => answered),
      ...[wrong.judged(false), helped.judged(true), named.judged(false, '1'), found.judged(true, '1')],
      ...[failed.judged(false), only.judged(false), some.judged(false), first.judged(true)],
    );
    const apply = applyRecorded(questionsProjection, await model.current());
    await apply(events);
    const { collectionId } = home;
    const waiting = [
      { collectionId, userId: home.tenantId, kind: 'there-but-wrong', ...told(wrong), position: 1n },
      { collectionId, userId: home.tenantId, kind: 'nothing-there', ...told(first), position: 8n },
    ];
    t.deepEqual(await gaps.ungrouped(5), waiting as never);
    t.deepEqual(await gaps.ungrouped(1), waiting.slice(0, 1) as never);
    t.is(await gaps.countUngrouped({ collectionId, userId: home.tenantId }), 2);
    await apply(onGapDay(grouped(wrong)).map((event) => ({ ...event, position: 31n })));
    await apply(events);
    t.deepEqual(await gaps.ungrouped(5), waiting.slice(1) as never);
    t.is(await gaps.countUngrouped({ collectionId, userId: home.tenantId }), 1);
    t.is(await gaps.countUngrouped({ collectionId, userId: exampleCollection().tenantId }), 0);
    t.is(await gaps.countUngrouped({ ...exampleCollection(), userId: home.tenantId }), 0);
  });

  test(`${name}: tenants take turns with the questions that wait for a gap`, async (t) => {
    const { gaps, model } = await open(t);
    const homes = Array.from({ length: 3 }, () => exampleCollection()).toSorted((one, other) =>
      one.tenantId < other.tenantId ? -1 : 1,
    );
    const [first, second, third] = homes.map(({ tenantId }) => tenantId);
    const [flood = [], few = [], late = []] = homes.map((home, index) =>
      Array.from({ length: index === 0 ? 40 : 2 }, () => unanswered(home)),
    );
    const asked = [...flood, ...few, ...late];
    const apply = applyRecorded(questionsProjection, await model.current());
    await apply(onGapDay(...asked.map(({ answered }) => answered)));
    const waiting = async (limit: number, after?: string) =>
      (await gaps.ungrouped(limit, after)).map(({ answerId }) => answerId);
    const ids = (...questions: readonly { readonly answerId: string }[]) => questions.map(({ answerId }) => answerId);
    t.deepEqual(await waiting(6), ids(...flood.slice(0, 2), ...few, ...late));
    t.deepEqual(await waiting(6, first), ids(...few, ...late, ...flood.slice(0, 2)));
    t.deepEqual(await waiting(2, first), ids(...few.slice(0, 1), ...late.slice(0, 1)));
    t.deepEqual(await waiting(2, second), ids(...late.slice(0, 1), ...flood.slice(0, 1)));
    t.deepEqual(await waiting(2, third), ids(...flood.slice(0, 1), ...few.slice(0, 1)));
    await apply(onGapDay(...late.map((one) => grouped(one))));
    t.deepEqual(await waiting(100, second), ids(...flood, ...few));
  });

  test(`${name}: each gap has its first question for a leader, those with the newest questions first, and a verdict that is taken back leaves it`, async (t) => {
    const { gaps, model } = await open(t);
    const [home, other] = [exampleCollection(), exampleCollection()];
    const [one, two, three] = threeOf(home);
    const late = unanswered(home, 'Смена пароля');
    const wrong = exampleQuestion(home);
    const foreign = unanswered(other);
    const asked = [one, late, two, three, wrong, foreign];
    const events = onGapDay(
      ...asked.map(({ answered }) => answered),
      wrong.judged(false),
      ...[grouped(one), grouped(late), grouped(two, one), grouped(three, one), grouped(wrong), grouped(foreign)],
    );
    const apply = applyRecorded(questionsProjection, await model.current());
    await apply(events);
    const place = { collectionId: home.collectionId, kind: 'nothing-there' } as const;
    const leaders = [
      { gapId: one.answerId, ...told(one) },
      { gapId: late.answerId, ...told(late) },
    ];
    t.deepEqual(await gaps.leaders(place, 5), leaders);
    t.deepEqual(await gaps.leaders(place, 1), leaders.slice(0, 1));
    const ofWrong = { ...place, kind: 'there-but-wrong' } as const;
    t.deepEqual(await gaps.leaders(ofWrong, 5), [{ gapId: wrong.answerId, ...told(wrong) }]);
    const gap = { collectionId: home.collectionId, gapId: one.answerId };
    const members = [three, two, one].map((question) => ({ ...told(question), sources: question.data.sources }));
    t.deepEqual(await gaps.members(gap, 5), members);
    t.deepEqual(await gaps.members(gap, 2), members.slice(0, 2));
    t.deepEqual(await gaps.members({ ...gap, collectionId: other.collectionId }, 5), []);
    const back = recorded([wrong.takenBack]).map((event) => ({ ...on(event, gapDay, 9), position: 50n }));
    await apply(back);
    t.deepEqual(await gaps.leaders(ofWrong, 5), []);
    t.deepEqual(await gaps.ungrouped(5), []);
    await apply(recorded([wrong.judged(false)]).map((event) => ({ ...on(event, gapDay, 10), position: 51n })));
    t.deepEqual(await gaps.leaders(ofWrong, 5), [{ gapId: wrong.answerId, ...told(wrong) }]);
  });
};

const keptAnew = ({ test, name, open }: GapsSuite): void => {
  test(`${name}: a question that is recorded anew without an erased ticket leads its gap, before the old one is purged`, async (t) => {
    const { gaps, model } = await open(t);
    const home = exampleCollection();
    const old = unanswered(home, 'Где чек', ['1', '2']);
    const apply = applyRecorded(questionsProjection, await model.current());
    await apply(onGapDay(old.answered, grouped(old)));
    const erasing = recorded([erasureRequested({ ...home, ticketIds: ['2'] })]);
    await apply(erasing.map((event) => ({ ...event, position: 50n })));
    const anew = unanswered(home, 'Где чек', ['1']);
    const replaces = { answerId: old.answerId, position: '1' };
    const facts = [{ ...anew.answered, data: { ...anew.data, replaces } }, grouped(anew, old)];
    await apply(onGapDay(...facts).map((event, index) => ({ ...event, position: 60n + BigInt(index) })));
    const place = { collectionId: home.collectionId, kind: 'nothing-there' } as const;
    t.deepEqual(await gaps.leaders(place, 5), [{ gapId: old.answerId, ...told(anew) }]);
  });
};

const told = ({ answerId, data: { question } }: ReturnType<typeof exampleQuestion>) => ({ answerId, question });

const counting = ({ test, name, open }: GapsSuite): void => {
  test(`${name}: a gap of three questions is counted by gapDay, with the wordings that were found best`, async (t) => {
    const { gaps, model } = await open(t);
    const home = exampleCollection();
    const [one, two, three] = threeOf(home);
    const few = [unanswered(home, 'Смена пароля'), unanswered(home, 'Сменить пароль')] as const;
    const days = ['2026-09-26', '2026-09-28', '2026-11-20', gapDay, gapDay];
    const asked = [one, two, three, ...few];
    const facts = [
      ...asked.map(({ answered }) => answered),
      ...[grouped(one), grouped(two, one), grouped(three, one, [two, three, one])],
      ...[grouped(few[0]), grouped(few[1], few[0])],
    ];
    const events = recorded(facts).map((event, index) => on(event, days[index] ?? gapDay, index));
    const apply = applyRecorded(questionsProjection, await model.current());
    await apply(events);
    const checksum = await checksumOf(await model.current());
    const expected = {
      ...{ gapId: one.answerId, kind: 'nothing-there', count: 3, recent: 1, earlier: 1 },
      ...{ firstDay: '2026-09-26', lastDay: '2026-11-20' },
      ...{ sinceDismissed: undefined, sinceClosed: undefined, closing: null },
    };
    t.deepEqual(await gaps.counts(home.collectionId, growth), [expected as never]);
    const gap = { collectionId: home.collectionId, gapId: one.answerId };
    t.deepEqual(await gaps.details(gap, '2026-09-28'), {
      days: [
        { day: '2026-09-28', questions: 1 },
        { day: '2026-11-20', questions: 1 },
      ],
      wordings: [told(two), told(three)],
      nearest: { ticketId: '1', revision: 1, score: 0.9 },
      basedOn: { answers: 0, tickets: [] },
    } as never);
    await apply(events);
    t.deepEqual(await gaps.counts(home.collectionId, growth), [expected as never]);
    t.deepEqual(await checksumOf(await model.current()), checksum);
    const ids = (await (await model.current()).ids(undefined)).toSorted();
    t.true(ids.includes(`${home.collectionId}/${two.answerId}/${one.answerId}`));
    const expired = { type: 'QuestionsExpired', data: { before: '2026-09-27' } } as const;
    await apply(recorded([expired]).map((event) => ({ ...event, position: 60n })));
    t.deepEqual(await gaps.counts(home.collectionId, growth), []);
    const place = { collectionId: home.collectionId, kind: 'nothing-there' } as const;
    t.deepEqual((await gaps.leaders(place, 5)).at(-1), { gapId: one.answerId, ...told(two) });
  });

  test(`${name}: long wordings are shortened, and those that are gone give way to the first questions`, async (t) => {
    const { gaps, model } = await open(t);
    const home = exampleCollection();
    const long = unanswered(home, `Чек ${'ё'.repeat(600)}`);
    const gone = unanswered(home, 'Чек', ['2']);
    const last = unanswered(home, 'Где мой чек');
    const asked = [long, gone, last];
    const events = onGapDay(
      ...asked.map(({ answered }) => answered),
      ...[grouped(long), grouped(gone, long), grouped(last, long, [gone])],
    );
    const apply = applyRecorded(questionsProjection, await model.current());
    await apply(events);
    const gap = { collectionId: home.collectionId, gapId: long.answerId };
    const wordings = async () => (await gaps.details(gap, gapDay)).wordings.map(({ question }) => question);
    const shortened = `Чек ${'ё'.repeat(496)}…`;
    t.deepEqual(await wordings(), ['Чек', shortened, 'Где мой чек']);
    await apply(
      recorded([erasureRequested({ ...home, ticketIds: ['2'] })]).map((event) => ({ ...event, position: 60n })),
    );
    t.deepEqual(await wordings(), [shortened, 'Где мой чек']);
  });
};
