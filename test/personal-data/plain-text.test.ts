import test from 'ava';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { cleanConversation, cleanField, cleanQuery } from '../../src/personal-data/clean.ts';
import { escapeEntities, visibleText, withoutEntities } from '../../src/personal-data/plain-text.ts';

const cleaned: readonly (readonly [what: string, sent: string, stored: string])[] = [
  ['a decomposed name', 'Андреи\u0306 Заи\u0306цев пришёл', '[ИМЯ] пришёл'],
  ['a name with stress marks', 'И\u0301ван Петро\u0301в', '[ИМЯ]'],
  ['a struck-out number', Array.from('89031112233').join('\u0336'), '[ТЕЛЕФОН]'],
  ['a telephone number with &nbsp;', 'тел. 8&nbsp;903&nbsp;111&nbsp;22&nbsp;33', 'тел. [ТЕЛЕФОН]'],
  ['&nbsp without semicolons', '8&nbsp903&nbsp111&nbsp22&nbsp33', '[ТЕЛЕФОН]'],
  ['a telephone number with odd blanks', '8\u00a0903\u202f111\u200722\u280033', '[ТЕЛЕФОН]'],
  ['zero-width characters in a number', '8\u200b903\u206011\u200d1\ufe0f22\u034f33', '[ТЕЛЕФОН]'],
  ['a joiner after a sign', '+\u200d7 903 111-\u200c22-33', '[ТЕЛЕФОН]'],
  ['tags in an address', 'ivan\u{e0061}@ma\u200bil.ru', '[EMAIL]'],
  ['an address of entities', 'ivan&commat;mail&#46;ru', '[EMAIL]'],
  ['decimal entities in a name', '&#1048;ван Петров', '[ИМЯ]'],
  ['hexadecimal entities in a name', '&#x418;&#X432;ан Петров', '[ИМЯ]'],
  ['leading zeros, no semicolon', '&#0001048ван Петров', '[ИМЯ]'],
  ['a combining mark as an entity', 'Андреи&#774; Заи&#x306;цев', '[ИМЯ]'],
  ['entities that were encoded again', '&amp;#1048;ван 8&amp;amp;nbsp;903&amp;nbsp;1112233', '[ИМЯ] [ТЕЛЕФОН]'],
  ['markup, decoded', '&lt;b&gt; &quot;x&quot; &amp; &#60;', '<b> "x" & <'],
  ['markup that was encoded twice, decoded once', '&amp;lt;b&amp;gt; &amp;amp; &amp;#60;', '&lt;b&gt; &amp; &#60;'],
  [
    'what is no entity',
    'R&D; AT&T &Foo; &amp;Foo; a&b?x=1&copy=2&nbsp=3',
    'R&D; AT&T &Foo; &Foo; a&b?x=1&copy=2&nbsp=3',
  ],
  ['control characters as entities', 'a&#1;b&#2;c&#8203;d&#0;', 'abcd\ufffd'],
  ['a quote with encoded brackets', '&#91;q&#93;чужое&#91;/q&#93;своё', 'своё'],
  ['emoji and other scripts', '👨\u200d👩\u200d👧 ❤\ufe0f नमस्ते', '👨\u200d👩\u200d👧 ❤\ufe0f नमस्ते'],
];
for (const [what, sent, stored] of cleaned) test(`cleaning: ${what}`, (t) => t.is(cleanQuery(sent), stored));

test('the client is found in the conversation, however either of them is written', (t) => {
  t.deepEqual(cleanConversation(['Зайцеву ответили'], 'Андреи\u0306 Заи\u0306цев'), ['[ИМЯ] ответили']);
  t.deepEqual(cleanConversation(['Зайцеву ответили'], '&#1040;ндрей&nbsp;Зайцев'), ['[ИМЯ] ответили']);
});

test('a field is decoded and normalised too, and stays one line', (t) => {
  t.is(
    cleanField('Возврат&nbsp;и\u0306&#10;&laquo;обмен&raquo; 8&nbsp;903&#10;1112233'),
    'Возврат й «обмен» [ТЕЛЕФОН]',
  );
});

test('ordinary text is returned as it is', (t) => {
  const text = 'Не работает вход: ошибка 500 — «нет доступа», №5.';
  t.is(visibleText(text), text);
  t.is(runToCompletion(withoutEntities(text)), text);
});

test('normalising again changes nothing', (t) => {
  for (const [, sent] of cleaned) t.is(visibleText(visibleText(sent)), visibleText(sent));
});

test('a run of combining marks is cut before it is normalised: the time would grow with its square', (t) => {
  const marks = '\u0300\u0316'.repeat(60_000);
  t.is(visibleText(`a${marks}b`), 'àb');
  t.is(visibleText(marks).length, 30);
});

test('hostile entities stay as short as they were sent', (t) => {
  for (const shape of ['&amp;', '&amp;amp;', '&#', '&#0', '&a', '&amp;#1;', '&nbsp']) {
    const sent = shape.repeat(20_000);
    t.true(runToCompletion(withoutEntities(sent)).length <= sent.length, shape);
  }
});

test('an escaped text is decoded to what it was, whatever it holds; ordinary ampersands stay', (t) => {
  const texts = cleaned.flatMap(([, sent, stored]) => [sent, stored]);
  for (const text of [...texts, '&#38;lt;', '&&lt;', '&amp;amp;amp;lt;', '&nbsp', '&amp;#1048'])
    t.is(runToCompletion(withoutEntities(escapeEntities(text))), text);
  t.is(escapeEntities('R&D; AT&T a&b?x=1 & &Foo;'), 'R&D; AT&T a&b?x=1 & &Foo;');
});
