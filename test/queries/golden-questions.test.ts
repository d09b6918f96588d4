import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { ListedQuestion, Questions } from '../../src/ports/questions.ts';
import { goldenQuestions } from '../../src/queries/golden-questions.ts';

const at = '2026-11-20T10:00:00.000Z';

test('every page of verdicts is told, also one in which none says what is right', async (t) => {
  const rows = Array.from({ length: 120 }, (_, index): ListedQuestion => ({
    ...{ answerId: randomUUID(), at, position: BigInt(120 - index), question: 'Не печатает' },
    ...{ outcome: 'answered', surface: 'web', nearest: null, cited: [] },
    verdict: { helped: false, ticketId: null, comment: null, at },
  }));
  const pages: number[] = [];
  const questions: Pick<Questions, 'byId' | 'ofCollection'> = {
    byId: () => Promise.resolve(undefined),
    ofCollection: ({ helped, before = 121n, limit }) => {
      const found = helped ? [] : rows.filter(({ position }) => position < before).slice(0, limit);
      const next = found.length === limit ? found.at(-1)?.position : undefined;
      return Promise.resolve({ rows: found, next });
    },
  };
  for await (const page of goldenQuestions(questions, 'collection')) pages.push(page.length);
  t.deepEqual(pages, [0, 0, 0]);
});
