import test from 'ava';
import { pastTime } from '../../src/domain/past-time.ts';

const now = Date.parse('2026-05-24T12:00:00Z');
const read = (text: string) => {
  const time = pastTime(text, now);
  return typeof time === 'string' ? time : time.refused;
};

const written: Readonly<Record<string, string>> = {
  '2023-05-24': '2023-05-24T00:00:00.000Z',
  '2023-05-24T12:30:00Z': '2023-05-24T12:30:00.000Z',
  ' 2023-05-24T12:30:00.123456+03:00 ': '2023-05-24T09:30:00.123Z',
  '2023-05-24 12:30': '2023-05-24T12:30:00.000Z',
  '2023-05-24 12:30:05 -0500': '2023-05-24T17:30:05.000Z',
  '2023-05-24 12:30:05 UTC': '2023-05-24T12:30:05.000Z',
  '2023-05-24 00:30 GMT+3': '2023-05-23T21:30:00.000Z',
  '2023/5/24': '2023-05-24T00:00:00.000Z',
  '24.05.2023': '2023-05-24T00:00:00.000Z',
  '1.2.2023, 9:05': '2023-02-01T09:05:00.000Z',
  '24.05.2023 г. 12:30': '2023-05-24T12:30:00.000Z',
  '24 мая 2023 г. 12:30': '2023-05-24T12:30:00.000Z',
  '24 сент. 2023': '2023-09-24T00:00:00.000Z',
  'Wed, 24 May 2023 12:30:00 +0300': '2023-05-24T09:30:00.000Z',
  'May 24, 2023 12:05 AM': '2023-05-24T00:05:00.000Z',
  '24/May/23 12:30 PM': '2023-05-24T12:30:00.000Z',
  '24/05/2023 1:30 pm': '2023-05-24T13:30:00.000Z',
  '05/24/2023 13:30': '2023-05-24T13:30:00.000Z',
  '5-5-2023': '2023-05-05T00:00:00.000Z',
  '29.02.2024': '2024-02-29T00:00:00.000Z',
};

test('a time is read as desks and spreadsheets write it, and told in UTC', (t) => {
  for (const [text, time] of Object.entries(written)) t.is(read(text), time, text);
});

test('a time that was read is read as the same again', (t) => {
  for (const time of Object.values(written)) t.is(read(time), time);
});

test('no time is an empty text, or the dash of an empty cell', (t) => {
  for (const text of ['', '  ', '-', '—']) t.is(read(text), '');
});

test('what may be one of two days is refused, not guessed', (t) => {
  for (const text of ['01/02/2023', '12-11-2023 10:00', '1/12/2023 5:00 PM']) t.is(read(text), 'ambiguous', text);
});

test('what is no day, or no whole date, is refused', (t) => {
  const texts = [
    ...['вчера', 'да', '45070', '1684931400', '24.05', '24.05.23', '05/24/23', '2023', 'May 2023', '24 Мая'],
    ...[
      '29.02.2023',
      '31.04.2023',
      '2023-13-01',
      '2023-00-10',
      '0.5.2023',
      '32/01/2023',
      '24 Foo 2023',
      '24 toString 2023',
    ],
    ...[
      '24.05.2023 25:00',
      '24.05.2023 12:60',
      '2023-05-24 13:30 PM',
      '2023-05-24T12:30:00+15:00',
      '24.05.2023 12:30 ZZ',
    ],
    ...['2023-05/24', '٢٤.٠٥.٢٠٢٣', '2023-05-24T12:30:00Z; DROP', `2023-05-24${' '.repeat(50_000)}x`],
  ];
  for (const text of texts) t.is(read(text), 'unreadable', text.slice(0, 40));
});

test('a time of the future or before 1970 is refused, but what may be now in another zone', (t) => {
  t.is(read('2026-05-25T12:00:00Z'), '2026-05-25T12:00:00.000Z');
  t.is(read('2026-05-25T12:00:01Z'), 'in the future');
  t.is(read('9999-12-31'), 'in the future');
  t.is(read('01.01.0001'), 'before 1970');
  t.is(read('1969-12-31'), 'before 1970');
  t.is(read('1970-01-01T00:00:00Z'), '1970-01-01T00:00:00.000Z');
});
