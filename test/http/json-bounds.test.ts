import test from 'ava';
import { requireBoundedJson } from '../../src/http/json-bounds.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('JSON that is too deep or has too many values is refused, what is written in a string does not count', (t) => {
  const tooDeep = { message: 'body is nested deeper than 20 levels' };
  for (const text of [nested(21), '{"a":'.repeat(21), '['.repeat(1_000_000)])
    t.throws(() => requireBoundedJson(text), tooDeep, text.slice(0, 40));
  const tooMany = { message: 'body holds more than 20 000 values' };
  for (const text of [`[${'1,'.repeat(20_000)}1]`, `[${'[],'.repeat(10_001)}1]`])
    t.throws(() => requireBoundedJson(text), tooMany, text.slice(0, 40));
  t.throws(() => requireBoundedJson('[1,2,3]', 3), { message: 'body holds more than 3 values' });
  for (const text of [
    nested(20),
    `["${'['.repeat(30)}","\\"${'['.repeat(30)}"]`,
    `[${'1,'.repeat(19_998)}1]`,
    '"a',
    '',
  ])
    t.notThrows(() => requireBoundedJson(text), text.slice(0, 40));
});

test('more marks than the values need are refused', (t) => {
  for (const text of [':'.repeat(100_000), '}'.repeat(100_000), '""'.repeat(100_000)])
    t.throws(() => requireBoundedJson(text), { message: 'body is not valid JSON' }, text.slice(0, 4));
});

test('a string without its end is looked through once', (t) => {
  // Looked for again from each quotation mark on, it takes minutes.
  t.timeout(20_000);
  t.notThrows(() => requireBoundedJson(`"${'\\"'.repeat(400_000)}\\`));
});
