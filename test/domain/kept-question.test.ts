import test from 'ava';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { keptQuestion } from '../../src/domain/kept-question.ts';
import { copiedTexts, passagesOf } from '../../src/domain/passages.ts';
import { fullText, recordId } from '../../src/domain/ticket-record.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { exampleQuestion } from '../support/question-events.ts';

const home = exampleCollection();
const knownPassages = (texts: readonly string[]) => runToCompletion(passagesOf(texts));
const solution = 'Сбросили пароль в личном кабинете, потом вышли и вошли снова под новым паролем.';
/** The second of three tickets is erased. */
const erased = { recordIds: new Set([recordId(home.tenantId, '2')]), isQuotedBy: knownPassages([solution]) };
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

const hasAll = (has: (text: string) => boolean, texts: readonly string[]) => texts.filter((text) => !has(text));

test('a passage has eight words, or is a whole text of at least four, of whichever side', (t) => {
  const has = knownPassages([
    'один два три четыре пять шесть семь восемь девять',
    'не печатает принтер бухгалтерии',
    'и всё тут',
  ]);
  const copies = ['Два, три, четыре, пять, шесть, семь, восемь, девять!', 'у нас Не печатает\nпринтер бухгалтерии'];
  t.deepEqual(hasAll(has, [...copies, 'два три четыре пять шесть семь восемь', 'Пять, шесть, семь, восемь']), []);
  const others = [
    'два три четыре пять шесть семь восемь десять',
    'не печатает принтер',
    'и всё тут',
    'шесть семь восемь',
  ];
  t.deepEqual(hasAll(has, [...others, 'вять шесть семь вос', '']), [...others, 'вять шесть семь вос', '']);
});

test('a copy is known without accents and what nobody sees, and in scripts without blanks by its characters', (t) => {
  const accented = knownPassages(['Терминал в мага\u0301зине на улице Садо\u00adвой не принима\u0301ет ка\u0301рты']);
  t.true(accented('терминал в магазине на улице Садовой не принимает карты'));
  const texts = [
    '我的收银机昨天晚上在浦东新区的店里坏了',
    'レジが昨夜から動かなくなりました',
    'เครื่องพิมพ์ของแผนกบัญชีไม่ทำงาน',
  ];
  const has = knownPassages(texts);
  t.deepEqual(
    hasAll(
      has,
      texts.map((text) => `abc ${text.slice(1, -1)} abc`),
    ),
    [],
  );
  t.false(has('我的打印机'));
});

test('a ticket of short messages is known as a whole, and by each of its details', (t) => {
  const ticket = {
    ticketId: 'дело Иванова Петра 4711 развод',
    category: 'Жалоба жильца дома девять по улице Лесной',
    client: 'ООО Рога и копыта',
    problem: ['Касса зависла', 'Ошибка E-7', 'Магазин Лесная 9', 'Обокрали вчера'],
    solution: ['Уже едем', 'Ждите'],
  };
  const has = knownPassages(copiedTexts(ticket));
  const copied = [
    ...[ticket.problem.join(' '), ticket.problem.slice(1).join('\n'), 'Обокрали вчера, уже едем'],
    ...[ticket.ticketId, ticket.category, ticket.client, fullText(ticket)].map((text) => `Вот: ${text}!`),
  ];
  t.deepEqual(hasAll(has, copied), []);
  for (const text of ['Касса зависла', 'Касса зависла, магазин на Садовой']) t.false(has(text), text);
});

test('the passages of a long text are made in steps, and are found across their ends', (t) => {
  const words = Array.from({ length: 20_000 }, (_, index) => `слово${index}`);
  const steps = passagesOf([words.join(' '), words.slice(0, 9_000).join('\n'), 'я'.repeat(100_000)]);
  let count = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (!step.done) {
      count += 1;
      continue;
    }
    for (let first = 0; first + 8 <= words.length; first += 1)
      if (!step.value(words.slice(first, first + 8).join(' '))) t.fail(`${first}`);
    break;
  }
  t.true(count > 100);
});
