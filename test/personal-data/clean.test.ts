import test from 'ava';
import fc from 'fast-check';
import { cleanConversation, cleanField, cleanQuery } from '../../src/personal-data/clean.ts';
import { findPersonalData } from '../../src/personal-data/find-personal-data.ts';

test('a conversation keeps its length and order, a text of nothing else becomes empty', (t) => {
  t.deepEqual(cleanConversation(['https://firma.ru', 'без данных', '[q]Иван[/q]']), ['', 'без данных', '']);
});

test('a name found once is masked in its other forms in all texts of the conversation', (t) => {
  t.deepEqual(cleanConversation(['Пишет Глеб Мороз', 'Морозу ответили', 'передайте морозову']), [
    'Пишет [ИМЯ]',
    '[ИМЯ] ответили',
    'передайте морозову',
  ]);
  t.deepEqual(cleanConversation(['Фамилия: Тютюнник', 'Тютюннику не вернули деньги']), [
    'Фамилия: [ИМЯ]',
    '[ИМЯ] не вернули деньги',
  ]);
});

test('the client is masked where it is a person and left where it is a company', (t) => {
  t.deepEqual(cleanConversation(['Лещ не вернул товар'], 'Лещ Игорь'), ['[ИМЯ] не вернул товар']);
  t.deepEqual(cleanConversation(['Ромашка не вернула товар'], 'ООО «Ромашка»'), ['Ромашка не вернула товар']);
});

test('blanks run together, line breaks stay but never two in a row', (t) => {
  t.is(cleanQuery('  a \t b\r\n\r\n\u2028 c\u00a0\u00a0d  '), 'a b\nc d');
});

test('control characters and invisible marks go, halves of a character become the replacement character', (t) => {
  t.is(cleanQuery('a\u0000b\u200bc\ud800'), 'abc\ufffd');
  t.is(cleanQuery('Оль\u00adга, привет'), '[ИМЯ], привет');
});

test('masks of an earlier cleaning survive', (t) => {
  const text = 'Здравствуйте, [ИМЯ]! Телефон [ТЕЛЕФОН], почта [EMAIL].';
  t.is(cleanQuery(text), text);
});

test('a field is one line, its names stay, everything else goes', (t) => {
  t.is(
    cleanField(' Глеб Мороз\n8 921 400-10-20 [q]x[/q] a@firma.ru https://firma.ru '),
    'Глеб Мороз [ТЕЛЕФОН] [EMAIL]',
  );
});

test('what a removed link brings together is cleaned too', (t) => {
  t.is(cleanQuery('info https://firma.ru @firma.ru'), '[EMAIL]');
});

const words = fc.constantFrom(
  ...[
    'Иван',
    'иванов',
    'Роза',
    'с',
    'от',
    'ул',
    '.',
    ',',
    ':',
    '«',
    '»',
    '(',
    ')',
    '-',
    '\n',
    ' ',
    ' ',
    ' ',
    '[q]',
    '[/q]',
  ],
  ...[
    '8',
    '903',
    '111-22-33',
    '+7',
    'тел',
    'a@b.ru',
    '@',
    'https://a.ru/x',
    'www.a.ru',
    'a.ru',
    '[ИМЯ]',
    '[ТЕЛЕФОН]',
    'И',
    'заказ',
    '№',
  ],
  ...[
    'Петрович',
    'оператор',
    'сказал',
    'собака',
    'точка',
    'ru',
    'Здравствуйте',
    'Абвгдов',
    'q]',
    '[',
    '/',
    '//',
    'доб. 1',
    '1 ',
  ],
);
const texts = fc
  .array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 25 })
  .map((parts) => parts.join(''));

test('cleaning twice changes nothing', (t) => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 3 }), fc.option(words, { nil: undefined }), (conversation, client) => {
      const once = cleanConversation(conversation, client);
      t.deepEqual(cleanConversation(once, client), once);
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

test('what is found lies inside its text, in order and apart', (t) => {
  fc.assert(
    fc.property(texts, (text) => {
      let end = 0;
      for (const finding of findPersonalData([text.toWellFormed().replace(/\u0001/g, '')], { names: true })[0] ?? []) {
        t.true(finding.start >= end && finding.end > finding.start && finding.end <= text.length);
        end = finding.end;
      }
    }),
    { numRuns: 1000 },
  );
  t.pass();
});

test('a text of everyday lower-case words stays as it is', (t) => {
  const everyday = fc.constantFrom(
    'не',
    'работает',
    'вход',
    'в',
    'кабинет',
    'после',
    'оплаты',
    'заказа',
    'пришла',
    'ошибка',
    'деньги',
    'списали',
    'дважды',
  );
  fc.assert(
    fc.property(fc.array(everyday, { minLength: 1, maxLength: 15 }), (sentence) => {
      const text = sentence.join(' ');
      t.is(cleanQuery(text), text);
    }),
  );
  t.pass();
});

const hostile = [
  'а',
  '@',
  'a@',
  '.',
  'a.',
  '8 ',
  '1 и ',
  '(',
  '[q]',
  '//a',
  'Иван ',
  'И. ',
  'ул. ',
  'собака ',
  '+7',
  'Абвгд ',
  '«Иван',
  'доб. ',
  '8-',
];

test('texts of one shape without end are cleaned in a time that grows with their length', (t) => {
  for (const shape of hostile) {
    const [cleaned = ''] = cleanConversation([shape.repeat(Math.ceil(100_000 / shape.length))]);
    t.true(cleaned.length <= 600_000, shape);
  }
});
