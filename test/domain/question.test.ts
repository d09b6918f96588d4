import test from 'ava';
import { stateAfter } from '../../src/domain/decider.ts';
import { AnswerNotFound, InvalidInput } from '../../src/domain/errors.ts';
import { keptAnswer, question, questionRetention } from '../../src/domain/question.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { exampleQuestion } from '../support/question-events.ts';

const asked = exampleQuestion(exampleCollection(), ['1', '2']);
const helped = (ticketId: string | null = null, comment: string | null = null) =>
  ({ type: 'JudgeAnswer', verdict: { helped: true, ticketId, comment } }) as const;
const back = { type: 'TakeVerdictBack' } as const;
const after = (...events: readonly unknown[]) => stateAfter(question, [asked.answered, ...events]);

test('an answer that was not recorded has no verdict', (t) => {
  t.throws(() => question.decide(helped(), question.initialState), { instanceOf: AnswerNotFound });
  t.throws(() => question.decide(back, question.initialState), { instanceOf: AnswerNotFound });
});

test('a question is recorded once', (t) => {
  const record = { type: 'RecordQuestion', data: asked.data } as const;
  t.deepEqual(question.decide(record, question.initialState), [asked.answered]);
  t.deepEqual(question.decide(record, after()), []);
});

test('a verdict is given, changed and taken back; the same again changes nothing', (t) => {
  t.deepEqual(question.decide(helped('2'), after()), [asked.judged(true, '2')]);
  t.deepEqual(question.decide(helped('2'), after(asked.judged(true, '2'))), []);
  t.deepEqual(question.decide(helped('1'), after(asked.judged(true, '2'))), [asked.judged(true, '1')]);
  t.deepEqual(question.decide(helped('2', 'Да'), after(asked.judged(true, '2'))), [asked.judged(true, '2', 'Да')]);
  t.deepEqual(question.decide(back, after(asked.judged(true))), [asked.takenBack]);
  t.deepEqual(question.decide(back, after(asked.judged(true), asked.takenBack)), []);
  t.deepEqual(question.decide(helped(), after(asked.judged(true), asked.takenBack)), [asked.judged(true)]);
});

test('only a source can have helped', (t) => {
  t.throws(() => question.decide(helped('3'), after()), { instanceOf: InvalidInput, message: /ticket_id/ });
});

test('a verdict is not changed without end', (t) => {
  const changes = Array.from({ length: 100 }, (_, index) => asked.judged(index % 2 === 0));
  t.is(question.decide(helped(), after(...changes.slice(1))).length, 1);
  t.throws(() => question.decide(helped(), after(...changes)), { instanceOf: InvalidInput, message: /100/ });
});

test('retention only moves on', (t) => {
  const expire = (before: string) => ({ type: 'ExpireQuestions', before }) as const;
  const event = { type: 'QuestionsExpired', data: { before: '2026-08-30' } } as const;
  t.deepEqual(questionRetention.decide(expire('2026-08-30'), questionRetention.initialState), [event]);
  const state = stateAfter(questionRetention, [event]);
  t.deepEqual(questionRetention.decide(expire('2026-08-30'), state), []);
  t.deepEqual(questionRetention.decide(expire('2026-08-29'), state), []);
});

test('a very long answer is kept without its end', (t) => {
  t.is(keptAnswer('Да'), 'Да');
  t.is(keptAnswer('я'.repeat(50_000)), `${'я'.repeat(40_000)}[…]`);
});
