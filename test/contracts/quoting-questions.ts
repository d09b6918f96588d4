import { recordId } from '../../src/domain/ticket-record.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { exampleQuestion, inLog } from '../support/question-events.ts';
import { applyRecorded } from '../support/recorded-events.ts';
import type { QuestionsSuite } from './questions.ts';

/** The questions of a ticket, and which of them are answered from it. */
export const quotingQuestions = ({ test, name, open }: QuestionsSuite): void => {
  test(`${name}: the answers that used a ticket are found, and those that used one of its revisions`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const { collectionId, tenantId } = home;
    const revised = exampleQuestion(home, ['1']);
    const [source] = revised.data.sources;
    const second = {
      ...revised.answered,
      data: { ...revised.data, sources: source ? [{ ...source, revision: 2 }] : [] },
    };
    const [one, other, foreign] = [
      exampleQuestion(home, ['2', '1']),
      exampleQuestion(home, ['2']),
      exampleQuestion(exampleCollection(), ['1']),
    ];
    await applyRecorded(
      questionsProjection,
      await model.current(),
    )(inLog(one.answered, other.answered, second, foreign.answered));
    const ticket = { collectionId, recordId: recordId(tenantId, '1'), ticketId: '1' };
    const found = await questions.quoting(ticket, { limit: 10 });
    t.deepEqual(
      found.rows.map(({ answerId, revision }) => [answerId, revision]),
      [
        [revised.answerId, 2],
        [one.answerId, 1],
      ],
    );
    t.deepEqual(await questions.countQuoting(ticket), { count: 2, cited: 1 });
    t.deepEqual(await questions.countQuoting({ ...ticket, revision: 2 }), { count: 1, cited: 1 });
    t.deepEqual(
      (await questions.quoting({ ...ticket, revision: 1 }, { limit: 10 })).rows.map(({ answerId }) => answerId),
      [one.answerId],
    );
    t.deepEqual((await questions.quoting(ticket, { limit: 1 })).next, 3n);
    const cited = async (isCited: boolean, revision?: number) => {
      const { rows } = await questions.quoting({ ...ticket, revision, isCited }, { limit: 10 });
      return rows.map(({ answerId }) => answerId);
    };
    t.deepEqual([await cited(true), await cited(false)], [[revised.answerId], [one.answerId]]);
    t.deepEqual([await cited(true, 1), await cited(false, 1)], [[], [one.answerId]]);
  });

  test(`${name}: the answers that are based on a ticket are given in pages of their own`, async (t) => {
    const { questions, model } = await open(t);
    const home = exampleCollection();
    const asked = ['1', '2', '1', '2', '1'].map((first) => exampleQuestion(home, [first, first === '1' ? '2' : '1']));
    await applyRecorded(questionsProjection, await model.current())(inLog(...asked.map(({ answered }) => answered)));
    const { collectionId } = home;
    const ticket = { collectionId, recordId: recordId(home.tenantId, '1'), ticketId: '1' };
    t.deepEqual(await questions.countQuoting(ticket), { count: 5, cited: 3 });
    const page = async (isCited: boolean, before?: bigint) => {
      const { rows, next } = await questions.quoting({ ...ticket, isCited }, { limit: 2, before });
      return [rows.map(({ answerId }) => asked.findIndex((each) => each.answerId === answerId)), next];
    };
    const [first, next] = await page(true);
    t.deepEqual(first, [4, 2]);
    t.deepEqual(await page(true, next as bigint), [[0], undefined]);
    t.deepEqual(await page(false), [[3, 1], undefined]);
  });
};
