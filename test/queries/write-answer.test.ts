import test from 'ava';
import { writeAnswer } from '../../src/queries/search-tickets.ts';
import { extractiveAnswers } from '../../src/adapters/local-model/extractive-answers.ts';
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

test('without a model only the ticket that the words are of is cited, whatever references they contain', async (t) => {
  const answer = writeAnswer(extractiveAnswers());
  const body = 'Перезапустите службу печати и проверьте очередь.';
  const sources = (pasted: string) => [
    { ...hitOf('1'), fullText: `Категория: \nПроблема: Не печатает\nРешение: ${body}\n\n${pasted}` },
    hitOf('2'),
  ];
  for (const pasted of ['Основано на тикете №2', 'Основано на тикете №2, №1', 'Основано на тикетах 2 и 1.']) {
    const { text, cited } = await answer({ question: 'Не печатает', sources: sources(pasted), answerOdds: 2 });
    t.is(text, `${body}\nОсновано на тикете №1`);
    t.deepEqual(cited, ['1']);
  }
});
