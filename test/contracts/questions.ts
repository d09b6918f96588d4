import type { ExecutionContext, TestFn } from 'ava';
import { gapEventBytes } from '../../src/domain/stored-bytes.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { ReadModel } from '../../src/ports/read-model.ts';
import type { QuestionChange, Questions } from '../../src/ports/questions.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { closed, dismissed, grouped, onGapDay, restored, threeOf } from '../support/gap-events.ts';
import { day, exampleQuestion, inLog, on, purgeQuestions } from '../support/question-events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import { erasedQuestions, expiredQuestions } from './erased-questions.ts';
import { questionBytesContract } from './question-bytes.ts';
import { quotingQuestions } from './quoting-questions.ts';

/** An empty read model of questions with those who read it. */
export type QuestionsSubject = { readonly questions: Questions; readonly model: ReadModel<QuestionChange> };
type Open = (t: ExecutionContext) => Promise<QuestionsSubject>;
export type QuestionsSuite = { readonly test: TestFn; readonly name: string; readonly open: Open };

/** The promises of every read model of questions. */
export const questionsContract = (test: TestFn, name: string, open: Open): void => {
  reading({ test, name, open });
  listing({ test, name, open });
  quotingQuestions({ test, name, open });
  erasedQuestions({ test, name, open });
  expiredQuestions({ test, name, open });
  questionBytesContract({ test, name, open });
};

const reading = ({ test, name, open }: QuestionsSuite): void => {
  test(`${name}: a question is read whole with the newest verdict, and repeats change nothing`, async (t) => {
    const { questions, model } = await open(t);
    const asked = exampleQuestion(exampleCollection(), ['1', '2']);
    const [first, second] = [asked.judged(false, null, 'не то'), asked.judged(true, '2')];
    const events = recorded([asked.answered, first, second]).map((event, index) => on(event, day, index));
    const apply = applyRecorded(questionsProjection, await model.current());
    await apply(events);
    await apply(events.slice(1, 2));
    await apply(events);
    const verdict = { helped: true, ticketId: '2', comment: null, at: `${day}T10:00:00.000Z` };
    const expected = { ...asked.data, at: `${day}T10:00:00.000Z`, verdict, position: 1n };
    t.deepEqual(await questions.byId(asked.answerId), expected);
    const [back] = recorded([asked.takenBack]).map((event) => ({ ...on(event, day, 3), position: 4n }));
    await apply(back ? [back] : []);
    t.is((await questions.byId(asked.answerId))?.verdict, null);
    t.is((await checksumOf(await model.current())).count, 1);
  });

  test(`${name}: questions of a deleted collection are gone at once and leave the names of their streams, also those that come later`, async (t) => {
    const { questions, model } = await open(t);
    const [home, other] = [exampleCollection(), exampleCollection()];
    const [one, late, kept] = [exampleQuestion(home), exampleQuestion(home), exampleQuestion(other)];
    const events = inLog(one.answered, kept.answered, home.deleted, late.answered);
    const generation = await model.current();
    await applyRecorded(questionsProjection, generation)(events);
    t.is(await questions.byId(one.answerId), undefined);
    t.is(await questions.byId(late.answerId), undefined);
    t.true((await questions.bytes(kept.data.userId)) > 1_000);
    t.is(await questions.bytes(one.data.userId), 0);
    t.deepEqual(
      await purgeQuestions(generation),
      [one, late].map(({ answerId }) => streamOf.question(answerId)).toSorted(),
    );
    await generation.markPurged();
    t.deepEqual(await generation.ids(undefined), [`${other.collectionId}/${kept.answerId}`]);
    await applyRecorded(questionsProjection, generation)(events);
    t.is((await generation.orphans(5)).length, 2);
  });
};

const listing = ({ test, name, open }: QuestionsSuite): void => {
  test(`${name}: questions are listed newest first in pages, by outcome and verdict`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const { collectionId } = home;
    const asked = [
      exampleQuestion(home),
      exampleQuestion(home, [], { outcome: 'too-little' }),
      exampleQuestion(home),
      exampleQuestion(home, ['2'], { outcome: 'sources-only', answer: null }),
    ];
    const [first, , third] = asked;
    const verdicts = recorded(
      [...asked.map(({ answered }) => answered), first?.judged(true), third?.judged(false)].filter(
        (fact) => fact !== undefined,
      ),
    );
    const events = verdicts.map((event, index) => on(event, day, index < 4 ? 0 : 1));
    await applyRecorded(questionsProjection, await model.current())(events);
    const ids = async (query: Partial<Parameters<Questions['ofCollection']>[0]>) => {
      const { rows, next } = await questions.ofCollection({ collectionId, limit: 10, ...query });
      return { asked: rows.map(({ answerId }) => asked.findIndex((one) => one.answerId === answerId)), next };
    };
    t.deepEqual(await ids({}), { asked: [3, 2, 1, 0], next: undefined });
    t.deepEqual(await ids({ limit: 3 }), { asked: [3, 2, 1], next: 2n });
    t.deepEqual(await ids({ limit: 3, before: 2n }), { asked: [0], next: undefined });
    t.deepEqual((await ids({ outcome: 'answered' })).asked, [2, 0]);
    t.deepEqual((await ids({ helped: true })).asked, [0]);
    t.deepEqual((await ids({ helped: false, outcome: 'answered' })).asked, [2]);
    t.deepEqual((await ids({ helped: null })).asked, [3, 1]);
    const [row] = (await questions.ofCollection({ collectionId, helped: true, limit: 1 })).rows;
    const { question, outcome, surface, cited } = first?.data ?? {};
    t.like(row, {
      question,
      outcome,
      surface,
      cited,
      nearest: { ticketId: '1', revision: 1, score: 0.9 },
      verdict: { helped: true },
    });
    const figures = { day, questions: 4, answered: 2, helped: 1, notHelped: 1, medianMilliseconds: 6 };
    const none = { day: '2026-11-19', questions: 0, answered: 0, helped: 0, notHelped: 0, medianMilliseconds: null };
    t.deepEqual(await questions.figures(collectionId, ['2026-11-19', day]), [none, figures]);
  });

  test(`${name}: the median time of a day is that of its newest thousand`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const asked = Array.from({ length: 1_200 }, (_, index) =>
      exampleQuestion(home, [], {
        milliseconds: { embedding: 1, search: 1, answer: 1, total: index < 200 ? 9_000 : index },
      }),
    );
    const events = recorded(asked.map(({ answered }) => answered)).map((event) => on(event, day));
    const apply = applyRecorded(questionsProjection, await model.current());
    for (let first = 0; first < events.length; first += 100) await apply(events.slice(first, first + 100));
    t.like(await questions.figures(home.collectionId, [day]), [{ questions: 1_200, medianMilliseconds: 699 }]);
  });

  test(`${name}: the questions of a gap are listed newest first in pages, and its events are counted once`, async (t) => {
    const { questions, model } = await open(t);
    const [home, other] = [exampleCollection(), exampleCollection()];
    const asked = threeOf(home);
    const [one, two, three] = asked;
    const events = onGapDay(
      ...asked.map(({ answered }) => answered),
      ...asked.map((question) => grouped(question, one)),
      ...[dismissed(one), restored(one), closed(one, '7')],
    );
    const apply = applyRecorded(questionsProjection, await model.current());
    await apply(events.slice(0, 6));
    const gap = { collectionId: home.collectionId, gapId: one.answerId };
    const listed = (page: Awaited<ReturnType<typeof questions.ofGap>>) => page.rows.map(({ answerId }) => answerId);
    const first = await questions.ofGap(gap, { limit: 2 });
    t.deepEqual(listed(first), [three.answerId, two.answerId]);
    t.like(first.rows[0], { question: three.data.question, outcome: 'too-little', verdict: null });
    const last = await questions.ofGap(gap, { limit: 2, before: first.next });
    t.deepEqual([listed(last), last.next], [[one.answerId], undefined]);
    t.deepEqual(listed(await questions.ofGap({ ...gap, collectionId: other.collectionId }, { limit: 2 })), []);
    const before = await questions.bytes(home.tenantId);
    await apply(events.slice(6));
    await apply(events);
    const added = 2 * gapEventBytes({}) + gapEventBytes({ ticketIds: ['7'] });
    t.is((await questions.bytes(home.tenantId)) - before, added);
    await apply(onGapDay(home.deleted).map((event) => ({ ...event, position: 20n })));
    t.deepEqual(listed(await questions.ofGap(gap, { limit: 2 })), []);
  });

  test(`${name}: a page ends before its questions are too large`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const long = () => exampleQuestion(home, ['1'], { question: 'я'.repeat(60_000) }).answered;
    await applyRecorded(questionsProjection, await model.current())(inLog(long(), long(), long(), long()));
    const { rows, next } = await questions.ofCollection({ collectionId: home.collectionId, limit: 10 });
    t.deepEqual([rows.length, next], [2, 3n]);
  });

  test(`${name}: what was sent is listed by day, oldest first`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const text = { content: 'question', host: 'example.com', model: 'm', masks: 1, sha256: 'ab' } as const;
    const sending = () => exampleQuestion(home, ['1'], { sent: [text] }).answered;
    const events = recorded([sending(), exampleQuestion(home).answered, sending(), sending()]);
    const days = ['2026-10-31', '2026-11-01', '2026-11-01', '2026-11-30'];
    await applyRecorded(
      questionsProjection,
      await model.current(),
    )(events.map((event, index) => on(event, days[index] ?? '')));
    const month = { collectionId: home.collectionId, from: '2026-11-01', to: '2026-11-32' };
    const found = await questions.sent(month, { after: 0n, limit: 10 });
    t.deepEqual(
      found.map(({ position, sent }) => [position, sent]),
      [
        [3n, [text]],
        [4n, [text]],
      ],
    );
    t.deepEqual(
      (await questions.sent(month, { after: 3n, limit: 10 })).map(({ position }) => position),
      [4n],
    );
  });
};
