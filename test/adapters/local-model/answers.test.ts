import test from 'ava';
import { extractiveAnswers } from '../../../src/adapters/local-model/extractive-answers.ts';
import type { AnswerSource } from '../../../src/ports/answer-writer.ts';

const tooLittle = 'Недостаточно информации в истории обращений.';

const source = (ticketId: string, score: number, solution: string): AnswerSource => ({
  ticketId,
  score,
  fullText: `Категория: Доступ\nПроблема: Решение: нет входа\nРешение: ${solution}`,
});

const textOf = async (sources: readonly AnswerSource[]): Promise<string> => {
  const answer = await extractiveAnswers().write('не могу войти', sources);
  return answer.kind === 'written' ? answer.text : answer.kind;
};

test('the answer is the whole solution of the best source and its reference on a line of its own', async (t) => {
  t.is(
    await textOf([
      source('A-17', 0.8, 'Сбросьте пароль.\n\nЗатем войдите.\nРешение: готово'),
      source('2', 0.7, 'Другое.'),
    ]),
    'Сбросьте пароль.\n\nЗатем войдите.\nРешение: готово\nОсновано на тикете №A-17',
  );
});

test('if no source is close the answer is the sentence about too little information', async (t) => {
  t.is(await textOf([source('1', 0.1, 'Сбросьте пароль.')]), tooLittle);
  t.is(await textOf([source('1', -1, 'Сбросьте пароль.')]), tooLittle);
  t.is(await textOf([]), tooLittle);
});

test('a source without a solution gives no answer', async (t) => {
  t.is(await textOf([source('1', 0.9, '')]), tooLittle);
  t.is(await textOf([{ ticketId: '1', score: 0.9, fullText: 'Решение' }]), tooLittle);
});
