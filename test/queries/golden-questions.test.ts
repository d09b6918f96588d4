import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { ListedQuestion, Questions } from '../../src/ports/questions.ts';
import { goldenQuestions } from '../../src/queries/golden-questions.ts';

const at = '2026-11-20T10:00:00.000Z';

/** 120 questions with a verdict, whose records are counted as they are looked up. */
const judged = (ticketId: string | null) => {
  const rows = Array.from({ length: 120 }, (_, index): ListedQuestion => ({
    ...{ answerId: randomUUID(), at, position: BigInt(120 - index), question: 'Не печатает' },
    ...{ outcome: 'answered', surface: 'web', nearest: null, cited: [] },
    verdict: { helped: false, ticketId, comment: null, at },
  }));
  let records = 0;
  const questions: Pick<Questions, 'byId' | 'ofCollection'> = {
    byId: () => {
      records += 1;
      return Promise.resolve(undefined);
    },
    ofCollection: ({ helped, before = 121n, limit }) => {
      const found = helped ? [] : rows.filter(({ position }) => position < before).slice(0, limit);
      const next = found.length === limit ? found.at(-1)?.position : undefined;
      return Promise.resolve({ rows: found, next });
    },
  };
  return { questions, records: () => records };
};

test('every page of verdicts is told, also one in which none says what is right', async (t) => {
  const pages: number[] = [];
  for await (const page of goldenQuestions(judged(null).questions, 'collection')) pages.push(page.length);
  t.deepEqual(pages, [0, 0, 0]);
});

test('a part is told when five whole records were looked up for it', async (t) => {
  const { questions, records } = judged('7');
  const lookedUp: number[] = [];
  let before = 0;
  for await (const _ of goldenQuestions(questions, 'collection')) {
    lookedUp.push(records() - before);
    before = records();
  }
  t.is(records(), 120);
  t.true(lookedUp.every((count) => count <= 5));
});
