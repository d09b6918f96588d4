import test from 'ava';
import { extractiveAnswers } from '../../../src/adapters/local-model/extractive-answers.ts';
import type { AnswerRequest, AnswerSource } from '../../../src/ports/answer-writer.ts';

const tooLittle = 'Недостаточно информации в истории обращений.';

const source = (ticketId: string, solution: string): AnswerSource => ({
  ticketId,
  score: 0.5,
  fullText: `Категория: Доступ\nПроблема: Решение: нет входа\nРешение: ${solution}`,
});

const textOf = async (request: Omit<AnswerRequest, 'question'>): Promise<string> => {
  const answer = await extractiveAnswers().write({ question: 'не могу войти', ...request });
  return answer.kind === 'written' ? answer.text : answer.kind;
};

test('the answer is the whole solution of the best source and its reference on a line of its own', async (t) => {
  const sources = [source('A-17', 'Сбросьте пароль.\n\nЗатем войдите.\nРешение: готово'), source('2', 'Другое.')];
  t.is(
    await textOf({ sources, answerOdds: 1 }),
    'Сбросьте пароль.\n\nЗатем войдите.\nРешение: готово\nОсновано на тикете №A-17',
  );
});

test('if the odds are too small or unknown, the answer is the sentence about too little information', async (t) => {
  const sources = [source('1', 'Сбросьте пароль.')];
  t.is(await textOf({ sources, answerOdds: 0.999 }), tooLittle);
  t.is(await textOf({ sources }), tooLittle);
  t.is(await textOf({ sources: [], answerOdds: 9 }), tooLittle);
});

test('a source without a solution gives no answer', async (t) => {
  t.is(await textOf({ sources: [source('1', '')], answerOdds: 9 }), tooLittle);
  t.is(await textOf({ sources: [{ ticketId: '1', score: 0.9, fullText: 'Решение' }], answerOdds: 9 }), tooLittle);
});
