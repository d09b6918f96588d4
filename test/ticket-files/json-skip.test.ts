import test from 'ava';
import fc from 'fast-check';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { leniently } from './scanned.ts';

const toNumber = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

const reasons = (elements: readonly unknown[]) =>
  elements.map((element) => (element instanceof UnreadableFile ? [element.index, element.message] : element));

const gone: readonly (readonly [string, string, string])[] = [
  ['an unknown word', '{"a":tru}', 'body is not valid JSON: unknown word at byte 28'],
  ['a name without quotes', '{a:1}', 'body is not valid JSON: expected a name in quotes or "}" at byte 21'],
  ['a line break in a text', '{"a":"x\ny"}', 'body is not valid JSON: control character in a string at byte 27'],
  ['an unknown escape', '{"a":"\\x]}"}', 'body is not valid JSON: unknown escape in a string at byte 27'],
  ['quotes in a text', '{"a":"x "y" z"}', 'body is not valid JSON: expected "," or a closing bracket at byte 29'],
  [
    'a list that ends as an object',
    '{"a":[1,{"b":2}}',
    'body is not valid JSON: expected "," or a closing bracket at byte 35',
  ],
  ['an unfinished number', '1.', 'body is not valid JSON: unfinished number at byte 22'],
  ['nesting', `${'['.repeat(40)}{"a":"]"}${']'.repeat(40)}`, 'tickets[1] is nested deeper than 20 levels'],
];

test('the line of an error is named where the input has more than one, wherever it is cut', (t) => {
  const bytes = Buffer.from('{"tickets":[\n{"a":1},\n{a:1},\n{"b":"x\n"},\n{"c":');
  const expected = [
    { a: 1 },
    [1, 'body is not valid JSON: expected a name in quotes or "}" at byte 23 (line 3)'],
    [2, 'body is not valid JSON: control character in a string at byte 36 (line 4)'],
    [3, `body is not valid JSON: unexpected end at byte ${bytes.length} (line 6)`],
  ];
  for (let cut = 0; cut <= bytes.length; cut++)
    t.deepEqual(reasons(leniently('body', [bytes.subarray(0, cut), bytes.subarray(cut)])), expected, String(cut));
});

for (const [what, element, message] of gone) {
  test(`an element broken by ${what} costs no other element, wherever the input is cut`, (t) => {
    const bytes = Buffer.from(`{"tickets":[{"a":1},${element},{"c":"]"}], "more": [1]}`);
    const expected = [{ a: 1 }, [1, message], { c: ']' }];
    t.deepEqual(reasons(leniently('body', [bytes])), expected);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const parts = [bytes.subarray(0, cut), bytes.subarray(cut)];
      t.deepEqual(reasons(leniently('body', parts)), expected, `cut at ${cut}`);
    }
  });
}

test('a broken element may be as long as the input: it is passed over without being kept', (t) => {
  const text = 'a'.repeat(1024 * 1024);
  const parts = [Buffer.from('{"tickets":["'), ...Array<Buffer>(9).fill(Buffer.from(text)), Buffer.from('",2]}')];
  t.deepEqual(reasons(leniently('body', parts)), [[0, 'tickets[0] has more than 8 MiB'], 2]);
});

test('what is wrong between elements ends the reading after those before it', (t) => {
  const read = (text: string) => reasons(leniently('array', [Buffer.from(text)]));
  const reason = (problem: string, index: number | null = null) => [index, `body is not valid JSON: ${problem}`];
  t.deepEqual(read('[1,2 3,4]'), [1, 2, reason('expected "," or a closing bracket at byte 5')]);
  t.deepEqual(read('[1,,2]'), [1, reason('expected a value at byte 3')]);
  t.deepEqual(read('[1,{"a":"x'), [1, reason('unexpected end at byte 10', 1)]);
  t.deepEqual(read('[1,{a:1},{"b":'), [
    1,
    reason('expected a name in quotes or "}" at byte 4', 1),
    reason('unexpected end at byte 14', 2),
  ]);
});

test('every element except the broken one is read, whatever it contains', (t) => {
  const fragments = fc.constantFrom('{', '[', '"a":', '"', '\\', ',', '1', 'x', ' ', '\n', 'null', ':');
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1 }), fc.array(fragments), (values, parts) => {
      const broken = parts.join('');
      const good = values.map((value) => JSON.stringify(value));
      const elements = leniently('array', [Buffer.from(`[${[...good, broken].join()}]`)]);
      const plain = JSON.parse(`[${good.join()}]`) as unknown[];
      t.deepEqual(JSON.parse(JSON.stringify(elements.slice(0, values.length), toNumber)), plain);
    }),
    { numRuns: 1_000 },
  );
});
