import test from 'ava';
import { stateAfter } from '../../src/domain/decider.ts';
import { AnswerNotFound } from '../../src/domain/errors.ts';
import { answeredToClose, gap, gapKindOf, gapStateOf, wordingKey } from '../../src/domain/gap.ts';
import { question } from '../../src/domain/question.ts';
import { questionOutcomes } from '../../src/domain/question-events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { closed, dismissed, grouped, reopened, restored } from '../support/gap-events.ts';
import { exampleQuestion } from '../support/question-events.ts';

const unanswered = exampleQuestion(exampleCollection(), ['1', '2'], { outcome: 'too-little' });
const { answerId, userId, collectionId } = unanswered.data;

test('a question without an answer, or with one that did not help, belongs to a gap, each to its own kind', (t) => {
  const kinds = (verdict: Parameters<typeof gapKindOf>[1]) =>
    questionOutcomes.map((outcome) => gapKindOf({ outcome, embeddingModel: 'local-2' }, verdict));
  t.deepEqual(kinds(null), [undefined, 'nothing-there', undefined, undefined]);
  t.deepEqual(kinds({ helped: false, ticketId: null }), ['there-but-wrong', 'nothing-there', undefined, undefined]);
  t.deepEqual(kinds({ helped: true, ticketId: null }), [undefined, 'nothing-there', undefined, undefined]);
  t.deepEqual(kinds({ helped: false, ticketId: '2' }), [undefined, undefined, undefined, undefined]);
  t.is(gapKindOf({ outcome: 'too-little', embeddingModel: null }, null), undefined);
  t.is(gapKindOf({ outcome: 'too-little', embeddingModel: 'local-2', isFiltered: true }, null), undefined);
});

test('wordings that differ in case and punctuation are one', (t) => {
  const same = ['Где мой чек?', 'где мой чек', 'Где  мой, чек!', '«Где» мой чек'];
  t.is(new Set(same.map(wordingKey)).size, 1);
  t.is(wordingKey('Всё'), wordingKey('все'));
  t.not(wordingKey('Ошибка 12'), wordingKey('Ошибка 13'));
  t.not(wordingKey('???'), wordingKey('!!!'));
});

test('a gap is closed until a question comes, and dismissed until five have', (t) => {
  const state = (sinceDismissed?: number, sinceClosed?: number) => gapStateOf({ sinceDismissed, sinceClosed });
  t.is(state(), 'open');
  t.is(state(4), 'dismissed');
  t.is(state(5), 'open');
  t.is(state(undefined, 0), 'closed');
  t.is(state(2, 0), 'closed');
  t.is(state(2, 1), 'dismissed');
  t.is(state(undefined, 1), 'open');
});

test('a gap closes when four of five questions would be answered', (t) => {
  t.deepEqual([1, 2, 3, 4, 5, 10].map(answeredToClose), [1, 2, 3, 4, 4, 8]);
});

test('a question is grouped once, whatever becomes of its verdict', (t) => {
  const group = {
    type: 'GroupQuestion',
    gapId: answerId,
    similarity: null,
    model: 'test-4',
    wordings: [answerId],
  } as const;
  t.throws(() => question.decide(group, question.initialState), { instanceOf: AnswerNotFound });
  const after = (...events: readonly unknown[]) => stateAfter(question, events);
  t.deepEqual(question.decide(group, after(unanswered.answered)), [grouped(unanswered)]);
  t.deepEqual(question.decide(group, after(unanswered.answered, grouped(unanswered))), []);
  t.deepEqual(question.decide(group, after(unanswered.answered, unanswered.judged(true, '2'))), []);
  const judged = after(unanswered.answered, grouped(unanswered), unanswered.judged(true, '2'), unanswered.takenBack);
  t.deepEqual(question.decide(group, judged), []);
});

test('a gap is dismissed once until it is shown again, restored, and closed by tickets', (t) => {
  const name = { gapId: answerId, userId, collectionId };
  const dismiss = { type: 'DismissGap', name, isShownAgain: false } as const;
  const restore = { type: 'RestoreGap', name } as const;
  const close = { type: 'CloseGap', name, ticketIds: ['7'], tried: 3, answered: 3 } as const;
  const open = gap.initialState;
  const hidden = stateAfter(gap, [dismissed(unanswered), closed(unanswered, '7')]);
  t.deepEqual(gap.decide(dismiss, open), [dismissed(unanswered)]);
  t.deepEqual(gap.decide(dismiss, hidden), []);
  t.deepEqual(gap.decide({ ...dismiss, isShownAgain: true }, hidden), [dismissed(unanswered)]);
  t.deepEqual(gap.decide(restore, open), []);
  t.deepEqual(gap.decide(restore, hidden), [restored(unanswered)]);
  t.deepEqual(gap.decide(dismiss, stateAfter(gap, [dismissed(unanswered), restored(unanswered)])), [
    dismissed(unanswered),
  ]);
  t.deepEqual(gap.decide(close, hidden), [closed(unanswered, '7')]);
  const reopen = { type: 'ReopenGap', name, tried: 3, answered: 0 } as const;
  t.deepEqual(gap.decide(reopen, open), []);
  t.deepEqual(gap.decide(reopen, hidden), [reopened(unanswered)]);
  const again = stateAfter(gap, [dismissed(unanswered), closed(unanswered, '7'), reopened(unanswered)]);
  t.deepEqual(gap.decide(reopen, again), []);
  t.deepEqual(gap.decide(dismiss, again), []);
});
