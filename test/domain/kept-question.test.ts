import test from 'ava';
import { keptQuestion } from '../../src/domain/kept-question.ts';
import { passagesOf } from '../../src/domain/passages.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { exampleQuestion } from '../support/question-events.ts';

const home = exampleCollection();
const solution = 'Сбросили пароль в личном кабинете, потом вышли и вошли снова под новым паролем.';
/** The second of three tickets is erased. */
const erased = { recordIds: new Set([recordId(home.tenantId, '2')]), isQuotedBy: passagesOf([solution]) };
const asked = (given: Parameters<typeof exampleQuestion>[2] = {}) => exampleQuestion(home, ['1', '2', '3'], given).data;
const sourcesOf = (kept: ReturnType<typeof keptQuestion>) => kept?.sources.map(({ ticketId }) => ticketId);
const sent = (content: 'question' | 'question and sources') => [
  { content, host: 'gateway.example', model: 'm', masks: 0, sha256: '0'.repeat(64) },
];

test('an answer that is based on another ticket, without a model, stays; the erased one is no source any more', (t) => {
  const kept = keptQuestion(asked({ sent: sent('question') }), undefined, erased);
  t.like(kept, { answer: 'Сбросьте пароль.', cited: ['1'] });
  t.deepEqual(sourcesOf(kept), ['1', '3']);
});

test('an answer goes if it is based on the ticket, if a model was given the sources, or if it has a passage of them', (t) => {
  t.like(keptQuestion(asked({ cited: ['2', '1'] }), undefined, erased), { answer: null, cited: [] });
  t.like(keptQuestion(asked({ sent: sent('question and sources') }), undefined, erased), {
    answer: null,
    cited: ['1'],
  });
  const refused = asked({
    outcome: 'too-little',
    answer: 'Недостаточно информации',
    cited: [],
    sent: sent('question and sources'),
  });
  t.is(keptQuestion(refused, undefined, erased)?.answer, 'Недостаточно информации');
  const quoting = asked({ answer: `Так: СБРОСИЛИ пароль в личном кабинете; потом вышли и вошли` });
  t.like(keptQuestion(quoting, undefined, erased), { answer: null, cited: ['1'] });
  t.deepEqual(sourcesOf(keptQuestion(quoting, undefined, erased)), ['1', '3']);
});

test('all of it goes if the question or the comment is copied from the ticket', (t) => {
  t.is(keptQuestion(asked({ question: `Не помогло: ${solution}` }), undefined, erased), undefined);
  t.is(keptQuestion(asked(), { helped: true, ticketId: null, comment: solution }, erased), undefined);
});

test('a verdict stays, but for what it says of the erased ticket', (t) => {
  const verdict = { helped: true, ticketId: '1', comment: 'Да' };
  t.deepEqual(keptQuestion(asked(), verdict, erased)?.verdict, verdict);
  t.is(keptQuestion(asked(), { ...verdict, ticketId: '2' }, erased)?.verdict, undefined);
  const fitted = { helped: false, ticketId: '2', comment: 'подошло оно' };
  t.deepEqual(keptQuestion(asked(), fitted, erased)?.verdict, { helped: false, ticketId: null, comment: null });
});

test('a passage has eight words, of a shorter text all of them, at least four', (t) => {
  const has = passagesOf([
    'один два три четыре пять шесть семь восемь девять',
    'не печатает принтер бухгалтерии',
    'и всё тут',
  ]);
  for (const text of ['Два, три, четыре, пять, шесть, семь, восемь, девять!', 'у нас Не печатает\nпринтер бухгалтерии'])
    t.true(has(text), text);
  for (const text of ['два три четыре пять шесть семь восемь', 'не печатает принтер', 'и всё тут', ''])
    t.false(has(text), text);
});
