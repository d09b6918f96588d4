import test from 'ava';
import fc from 'fast-check';
import { finishAnswer, reference, tooLittleInformation } from '../../src/domain/answer-rules.ts';

const ids = ['12', 'A-1', '1.2', '7', '12-34', 'Заказ 5'];
const body = 'Перезагрузите роутер.';

const finished = (...given: Parameters<typeof finishAnswer>): string => finishAnswer(...given).text;

test('the too-little sentence stays itself without a reference, whatever its case, marks and blanks', (t) => {
  for (const text of [
    tooLittleInformation,
    '  НЕДОСТАТОЧНО информации\nв истории обращений ',
    '«**Недостаточно информации, в истории обращений!**»',
    'Недостаточно информации в истории обращений. Основано на тикете №12.',
    'Недостаточно информации в истории обращений\n\n_Основано на тикетах №7 и №12_',
  ]) {
    t.is(finished(text, ids), tooLittleInformation, text);
  }
});

test('an answer that only contains the too-little sentence is an answer like any other', (t) => {
  const text = 'Недостаточно информации в истории обращений, но похоже на сбой роутера.';
  t.is(finished(text, ids), `${text}\nОсновано на тикете №12`);
});

test('an answer without a reference names the best source', (t) => {
  t.is(finished(` ${body}\n\n`, ids), `${body}\nОсновано на тикете №12`);
});

test('a reference at the end, however it is dressed, becomes one line that names the cited source', (t) => {
  for (const ending of [
    ' Основано на тикете №7',
    ' Основано на тикете №7.',
    '\nОсновано на тикете 7',
    '\n\n**Основано на тикете №7**',
    '\n\n**Основано на тикете:** №7.',
    '\n> _основано на тикете № 7_',
    '\n- ОСНОВАНО  НА\u00a0ТИКЕТЕ #7!',
    ' (Основано на тикете №7)',
    ' (основано на тикете №7).',
    ' «Основано на тикете №**7**».',
    '\nОсновано на тикетах №7 и №12.',
    '\nОсновано на тикетах:\n1. №7\n2. №12',
    '\nОсновано на тикете №7, где помогла перезагрузка. ',
    '\nОсновано на тикете №7.\nОсновано на тикете №12.\n\n*Основано на тикете №A-1*',
    ' Основано на тикете №99. Основано на тикете №7.',
    'Основано на тикете N7',
  ]) {
    t.is(finished(body + ending, ids), `${body}\nОсновано на тикете №7`, ending);
  }
});

test('an id is read as the longest source id that no letter or digit continues', (t) => {
  const cited = (text: string) => finished(`${body} Основано на тикете №${text}`, ids).split('№')[1];
  t.is(cited('1.2.'), '1.2');
  t.is(cited('12-34'), '12-34');
  t.is(cited('12-345 и №7'), '12', 'the hyphen ends the shorter id');
  t.is(cited('77 и №7'), '7');
  t.is(cited('7а и №A-1'), 'A-1');
  t.is(cited('Заказ 5.'), 'Заказ 5');
  t.is(cited('Заказ 55, 512, A-12'), '12', 'no source is named: the best one');
});

test('an answer says which sources it is based on: those that its reference names, else the best', (t) => {
  const cited = (text: string) => finishAnswer(text, ids).cited;
  t.deepEqual(cited(`${body} Основано на тикетах №7, №12, №7 и №99`), ['7', '12']);
  t.deepEqual(cited(body), ['12']);
  t.deepEqual(cited(tooLittleInformation), []);
  t.deepEqual(finishAnswer(body, []), { text: tooLittleInformation, cited: [] });
});

test('the number of a list item is not taken for an id', (t) => {
  t.is(finished(`${body}\nОсновано на тикетах:\n1. №12\n2. №7`, ['1', '7', '12']), `${body}\n${reference('12')}`);
});

test('words that follow a reference keep it from being cut', (t) => {
  for (const text of [
    'Основано на тикете №7. Если не поможет, замените кабель.',
    'Основано на тикете №7:\nзамените кабель.',
    'Раздел «Основано на тикетах» найдите в меню.',
    'Решение основано на тикете №7.',
  ]) {
    t.is(finished(text, ids), `${text}\nОсновано на тикете №12`);
  }
});

test('emphasis that belongs to the answer itself is left whole', (t) => {
  t.is(
    finished('Нажмите **Сохранить.** **Основано на тикете №7**', ids),
    'Нажмите **Сохранить.**\nОсновано на тикете №7',
  );
});

test('an answer that is nothing but a reference keeps it', (t) => {
  t.is(finished('Основано на тикете №7.', ids), reference('7'));
});

test('hostile answers of the largest size are finished in linear time', (t) => {
  const pieces = ['Основано на тикет ', 'Основано на тикете №7. ', '*', ' ', '"', '.', '\n', '. ', '№', '1.\n'];
  for (const piece of pieces) {
    const text = `x. Основано на тикете ${piece.repeat(300_000 / piece.length)} Основано на тикете №7`;
    t.regex(finished(text, ids), /\nОсновано на тикете №(7|12)$/u);
  }
});

const word = fc.stringMatching(/^[\p{L}\p{N}.\-#_ ]{1,8}$/u).filter((id) => id.trim() === id && id !== '');
const answer = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'Основано на тикете №',
        'основано на тикетах ',
        '**',
        '. ',
        '\n',
        '(',
        ')',
        '№',
        'Да.',
        '1. ',
        ', ',
      ),
      fc.constantFrom('12', '7', 'A-1', '1.2'),
      fc.constant(tooLittleInformation),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('every answer is the too-little sentence or ends with one line that names a source, and finishing it again changes nothing', (t) => {
  fc.assert(
    fc.property(answer, fc.array(word, { minLength: 1, maxLength: 5 }), (text, more) => {
      const sources = [...new Set(['12', ...more, 'A-1'])];
      const whole = finished(text, sources);
      t.is(finished(whole, sources), whole);
      if (whole === tooLittleInformation) return;
      const lines = whole.split('\n');
      t.true(sources.some((id) => lines.at(-1) === reference(id)));
      t.notRegex(lines.at(-2) ?? '', /^Основано на тикете №(12|A-1)$/u);
    }),
    { numRuns: 500 },
  );
});
