import test from 'ava';
import { jsonBounds, requireBoundedJson } from '../../src/http/json-bounds.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('JSON that is too deep or has too many values is refused, what is written in a string does not count', (t) => {
  const tooDeep = { message: 'body is nested deeper than 20 levels' };
  for (const text of [nested(21), '{"a":'.repeat(21), '['.repeat(1_000_000)])
    t.throws(() => requireBoundedJson(text), tooDeep, text.slice(0, 40));
  const tooMany = { message: 'body holds more than 2 000 values' };
  for (const text of [`[${'1,'.repeat(2_000)}1]`, `[${'[],'.repeat(1_001)}1]`])
    t.throws(() => requireBoundedJson(text), tooMany, text.slice(0, 40));
  t.throws(() => requireBoundedJson('[1,2,3]', 3), { message: 'body holds more than 3 values' });
  for (const text of [nested(20), `["${'['.repeat(30)}","\\"${'['.repeat(30)}"]`, `[${'1,'.repeat(1_998)}1]`, '"a', ''])
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

test('it is all the same in which pieces a text arrives', (t) => {
  const many = `{"a\\\\":["\\"]${']'.repeat(30)}","é[["],"b":[${'"\\\\",'.repeat(40)}1]}`;
  const refusalIn = (pieces: readonly Uint8Array[], maxValues: number): string | undefined => {
    const look = jsonBounds(maxValues);
    try {
      for (const piece of pieces) look(piece);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const bytes = Buffer.from(many);
  t.notThrows(() => JSON.parse(many) as unknown);
  for (const maxValues of [46, 45]) {
    const whole = refusalIn([bytes], maxValues);
    t.is(whole, maxValues === 46 ? undefined : 'body holds more than 45 values');
    for (const size of [1, 2, 3, 7])
      t.is(
        refusalIn(
          Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          ),
          maxValues,
        ),
        whole,
      );
  }
});

test('marks in strings of any length, behind any number of escapes, do not count', (t) => {
  for (let length = 0; length < 200; length += 1) {
    for (const escapes of ['', '\\\\', '\\"', '\\"\\\\']) {
      const text = `["${'x'.repeat(length)}${escapes}${'['.repeat(30)}${'x'.repeat(length)}",[1]]`;
      t.is((JSON.parse(text) as unknown[]).length, 2);
      t.notThrows(() => requireBoundedJson(text, 4), text);
      t.throws(() => requireBoundedJson(text, 3), undefined, text);
    }
  }
});

test('a long string is not looked at byte by byte', (t) => {
  const bytes = Buffer.from(`["${'x'.repeat(20_000_000)}"]`);
  const timeOf = (work: () => void): number => {
    const times = Array.from({ length: 3 }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  let marks = 0;
  const byteByByte = timeOf(() => {
    for (const byte of bytes) if (byte === 0x22) marks += 1;
  });
  t.is(marks, 6);
  t.true(timeOf(() => jsonBounds()(bytes)) < byteByByte / 3);
});
