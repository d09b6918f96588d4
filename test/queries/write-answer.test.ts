import test from 'ava';
import { writeAnswer } from '../../src/queries/search-tickets.ts';
import { hitOf } from '../support/indexed-tickets.ts';

test('an answer is asked for from what was found, and its reference is checked; a failure is a text', async (t) => {
  const source = hitOf('7');
  const asked: unknown[] = [];
  const replies = [
    ...['Проверьте почту.', 'недостаточно информации в истории обращений'].map(
      (text) => ({ kind: 'written', text }) as const,
    ),
    { kind: 'failed', message: 'No' } as const,
  ];
  const answer = writeAnswer({
    model: 'chat',
    promptVersion: 1,
    write: ({ onSent, ...request }) => {
      asked.push(request);
      onSent?.({ host: 'example.com', model: 'chat', masks: 0, sha256: 'ab' });
      return Promise.resolve(replies.shift() ?? { kind: 'failed', message: 'Asked too often' });
    },
  });
  const found = { question: 'Не приходит письмо', sources: [source], answerOdds: 2 };
  const tooLittle = { text: 'Недостаточно информации в истории обращений.', cited: [], outcome: 'too-little' } as const;
  const answered = { text: 'Проверьте почту.\nОсновано на тикете №7', cited: ['7'], outcome: 'answered' } as const;
  const sent = [{ content: 'question and sources', host: 'example.com', model: 'chat', masks: 0, sha256: 'ab' }];
  const work = { chatModel: 'chat', promptVersion: 1, sent };
  t.like(await answer(found), { ...answered, work });
  t.like(await answer(found), { ...tooLittle, work });
  t.like(await answer(found), { text: 'No', cited: [], outcome: 'model-failed', work });
  t.like(await answer({ ...found, sources: [] }), { ...tooLittle, work: { chatModel: null, sent: [] } });
  t.deepEqual(asked, Array(3).fill(found));
});
