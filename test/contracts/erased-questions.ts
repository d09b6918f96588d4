import type { Fact } from '../../src/domain/events.ts';
import { questionBytes } from '../../src/domain/stored-bytes.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { erasureProven, erasureRequested } from '../support/events.ts';
import { exampleQuestion, inLog, on, purgeQuestions } from '../support/question-events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import type { QuestionsSuite } from './questions.ts';

/** An answer leaves with a ticket that it quotes. */
export const erasedQuestions = ({ test, name, open }: QuestionsSuite): void => {
  test(`${name}: an answer that quotes an erased ticket has no content from then on, and its name stays until the erasure is proven`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const { collectionId, tenantId } = home;
    const [quoting, both, other, late, later] = [['1'], ['3', '1'], ['2'], ['1'], ['1']].map((ids) =>
      exampleQuestion(home, ids),
    );
    if (!quoting || !both || !other || !late || !later) return;
    const erasure = erasureRequested({ tenantId, collectionId, ticketIds: ['1'] });
    const proof = erasureProven(erasure, 'answers');
    const generation = await model.current();
    const apply = applyRecorded(questionsProjection, generation);
    const ticket = { collectionId, recordId: recordId(tenantId, '1'), ticketId: '1' };
    const all = inLog(
      quoting.answered,
      both.answered,
      other.answered,
      erasure,
      quoting.judged(true, '1', 'слово'),
      late.answered,
      proof,
      later.answered,
    );
    await apply(all.slice(0, 3));
    t.is(await questions.erased(ticket, { after: -1n, limit: 5 }), undefined);
    await apply(all.slice(3, 6));
    const gone = [quoting, both, late];
    for (const { answerId } of gone) t.is(await questions.byId(answerId), undefined);
    t.deepEqual(await questions.countQuoting(ticket), { count: 0, cited: 0 });
    const found = await questions.erased(ticket, { after: -1n, limit: 5 });
    t.deepEqual(
      found?.map(({ answerId }) => answerId),
      gone.map(({ answerId }) => answerId),
    );
    t.deepEqual(await questions.erased(ticket, { after: 2n, limit: 5 }), [{ answerId: late.answerId, position: 6n }]);
    t.deepEqual(await generation.orphans(9), []);
    t.deepEqual(await generation.ids(undefined), [`${collectionId}/${other.answerId}`]);
    await apply(all.slice(6));
    const names = [...gone, later].map(({ answerId }) => streamOf.question(answerId)).toSorted();
    t.deepEqual(await purgeQuestions(generation), names);
    await apply(all);
    await apply(all);
    t.deepEqual(await generation.ids(undefined), [`${collectionId}/${other.answerId}`]);
    t.deepEqual(await purgeQuestions(generation), names);
    t.deepEqual(await questions.erased(ticket, { after: -1n, limit: 5 }), []);
  });

  test(`${name}: a ticket for which a source stands leads to the question for its erasure alone`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const { collectionId, tenantId } = home;
    const copies = [recordId(tenantId, '1')];
    const [asked, late] = [exampleQuestion(home, ['2'], { copies }), exampleQuestion(home, ['2'], { copies })];
    const erasure = erasureRequested({ tenantId, collectionId, ticketIds: ['1'] });
    const generation = await model.current();
    const apply = applyRecorded(questionsProjection, generation);
    const ticket = { collectionId, recordId: recordId(tenantId, '1'), ticketId: '1' };
    const all = inLog(asked.answered, erasure, late.answered);
    await apply(all.slice(0, 1));
    t.deepEqual(await questions.countQuoting(ticket), { count: 0, cited: 0 });
    t.deepEqual((await questions.quoting(ticket, { limit: 5 })).rows, []);
    t.deepEqual((await questions.quoting({ ...ticket, isCited: false }, { limit: 5 })).rows, []);
    t.is((await questions.countQuoting({ ...ticket, recordId: recordId(tenantId, '2'), ticketId: '2' })).count, 1);
    await apply(all.slice(1));
    for (const { answerId } of [asked, late]) t.is(await questions.byId(answerId), undefined);
    const found = await questions.erased(ticket, { after: -1n, limit: 5 });
    t.deepEqual(
      found?.map(({ answerId }) => answerId),
      [asked.answerId, late.answerId],
    );
    t.is((await checksumOf(generation)).count, 0);
    await apply(inLog(asked.answered, erasure, late.answered, erasureProven(erasure, 'answers')).slice(3));
    const names = [asked, late].map(({ answerId }) => streamOf.question(answerId)).toSorted();
    t.deepEqual(await purgeQuestions(generation), names);
    t.deepEqual(await questions.erased(ticket, { after: -1n, limit: 5 }), []);
  });

  test(`${name}: what is left of a question takes the place of the erased one in lists, and in the erasures of its other tickets`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const { collectionId, tenantId } = home;
    const [old, newer] = [exampleQuestion(home, ['2', '1']), exampleQuestion(home, ['2'])];
    const left = exampleQuestion(home, ['2'], { replaces: { answerId: old.answerId, position: '1' } });
    const [first, second] = ['1', '2'].map((id) => erasureRequested({ tenantId, collectionId, ticketIds: [id] }));
    if (!first || !second) return;
    const proof = erasureProven(first, 'answers');
    const events = inLog(old.answered, newer.answered, first, left.answered, proof, second);
    const generation = await model.current();
    const apply = applyRecorded(questionsProjection, generation);
    const kept = { collectionId, recordId: recordId(tenantId, '2'), ticketId: '2' };
    const listed = async () => {
      const { rows } = await questions.ofCollection({ collectionId, limit: 5 });
      return rows.map(({ answerId }) => answerId);
    };
    const ofTicket = async (id: string) => {
      const found = await questions.erased(
        { collectionId, recordId: recordId(tenantId, id) },
        { after: -1n, limit: 5 },
      );
      return found?.map(({ answerId }) => answerId);
    };
    for (const repeat of [events.slice(0, 4), events.slice(0, 4)]) await apply(repeat);
    t.deepEqual(await listed(), [newer.answerId, left.answerId]);
    t.deepEqual(await ofTicket('1'), [old.answerId]);
    t.is((await questions.countQuoting(kept)).count, 2);
    t.is(await questions.bytes(tenantId), questionBytes(left.data) + questionBytes(newer.data));
    await apply(events.slice(4, 5));
    t.deepEqual(await purgeQuestions(generation), [streamOf.question(old.answerId)]);
    t.deepEqual(await listed(), [newer.answerId, left.answerId]);
    t.is((await questions.countQuoting(kept)).count, 2);
    await apply(events.slice(5));
    t.deepEqual(await listed(), []);
    t.deepEqual(await ofTicket('2'), [left.answerId, newer.answerId]);
    t.is(await questions.bytes(tenantId), 0);
    // As a replay of the log that has lost the first stream gives it.
    t.is((await checksumOf(generation)).count, 0);
  });
};

/** Days leave together. */
export const expiredQuestions = ({ test, name, open }: QuestionsSuite): void => {
  test(`${name}: questions before a day are gone at once, and purged in portions`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const asked = Array.from({ length: 4 }, () => exampleQuestion(home));
    const expired: Fact = { type: 'QuestionsExpired', data: { before: '2026-11-20' } };
    const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-21'];
    const events = recorded([...asked.map(({ answered }) => answered), expired]).map((event, index) =>
      on(event, days[index] ?? ''),
    );
    const generation = await model.current();
    const apply = applyRecorded(questionsProjection, generation);
    await apply(events.slice(0, 4));
    t.is(await questions.firstDay(), '2026-11-18');
    const bytes = await questions.bytes(home.tenantId);
    await apply(events.slice(4));
    t.is(2 * (await questions.bytes(home.tenantId)), bytes);
    t.is(await questions.byId(asked[1]?.answerId ?? ''), undefined);
    t.is((await questions.ofCollection({ collectionId: home.collectionId, limit: 9 })).rows.length, 2);
    t.is((await questions.figures(home.collectionId, ['2026-11-19']))[0]?.questions, 0);
    t.is((await generation.ids(undefined)).length, 2);
    t.is((await generation.orphans(1)).length, 1);
    t.deepEqual(
      await purgeQuestions(generation),
      asked
        .slice(0, 2)
        .map(({ answerId }) => streamOf.question(answerId))
        .toSorted(),
    );
    t.is(await questions.firstDay(), '2026-11-20');
    await apply(events);
    t.is((await generation.ids(undefined)).length, 2);
  });
};
