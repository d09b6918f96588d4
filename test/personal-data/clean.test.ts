import test from 'ava';
import { cleanConversation, cleanField, cleanFileName, cleanQuery } from '../../src/personal-data/clean.ts';

test('a conversation keeps its length and order, a text of nothing else becomes empty', (t) => {
  t.deepEqual(cleanConversation(['https://firma.ru', 'без данных', '[q]Иван[/q]']), ['', 'без данных', '']);
});

test('the name of a file is cleaned like a text, also with underscores for blanks; its extension and what is no personal data stay', (t) => {
  const cleaned = {
    'Иванов Иван Петрович +79123456789.csv': '[ИМЯ] [ТЕЛЕФОН].csv',
    'Петров_Иван.xlsx': '[ИМЯ]_[ИМЯ].xlsx',
    'обращение_8_912_345_67_89.json': 'обращение [ТЕЛЕФОН].json',
    'ivanov_ivan@example.com.jsonl.gz': '[EMAIL].gz',
    'export_2024_01_15.csv': 'export_2024_01_15.csv',
    'за май.csv': 'за май.csv',
    'zendesk-export-20261128123015': 'zendesk-export-20261128123015',
    '.csv': '.csv',
    '': '',
  };
  for (const [name, expected] of Object.entries(cleaned)) t.is(cleanFileName(name), expected);
});

test('a name found once is masked in its other forms in all texts of the conversation', (t) => {
  t.deepEqual(cleanConversation(['Пишет Глеб Мороз', 'Морозу ответили', 'морозилка гудит']), [
    'Пишет [ИМЯ]',
    '[ИМЯ] ответили',
    'морозилка гудит',
  ]);
  t.deepEqual(cleanConversation(['Фамилия: Тютюнник', 'Тютюннику не вернули деньги']), [
    'Фамилия: [ИМЯ]',
    '[ИМЯ] не вернули деньги',
  ]);
  t.deepEqual(cleanConversation(['Я Зоя Бонч-Ветровская', 'в чеке Ветровская', 'а Ветровской отказали']), [
    'Я [ИМЯ]',
    'в чеке [ИМЯ]',
    'а [ИМЯ] отказали',
  ]);
});

test('the client is masked where it is a person and left where it is a company', (t) => {
  t.deepEqual(cleanConversation(['Лещ не вернул товар'], 'Лещ Игорь'), ['[ИМЯ] не вернул товар']);
  t.deepEqual(cleanConversation(['Ромашка не вернула товар'], 'ООО «Ромашка»'), ['Ромашка не вернула товар']);
});

test('numbers of cards, accounts and documents, dates and postal addresses stay, as the pages and the documentation say', (t) => {
  for (const text of [
    'Карта 4276 1234 5678 9012, ИНН 7707083893, паспорт 4509 123456, СНИЛС 112-233-445 95',
    'Счёт 40817810099910004312, дата рождения 12.03.1985, г. Москва, ул. Ленина, д. 5, кв. 12',
  ])
    t.is(cleanQuery(text), text);
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
