import test from 'ava';
import fc from 'fast-check';
import type { JsonLayout } from '../../src/ticket-files/json-state.ts';
import { leniently } from './scanned.ts';

/** The elements; throws where one cannot be read. */
const scanChunks = (layout: JsonLayout, chunks: readonly Buffer[]): unknown[] => {
  const elements = leniently(layout, chunks);
  const broken = elements.find((element) => element instanceof Error);
  if (broken) throw broken;
  return elements;
};

const whole = (text: string, layout: JsonLayout = 'body') => scanChunks(layout, [Buffer.from(text)]);

/** The elements, or the refusal's message. */
const outcome = (read: () => unknown[]): unknown => {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

const escaped = (text: string) =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

test('elements and refusals are the same wherever the input is cut into chunks', (t) => {
  const samples = [
    ' {"a" : [1, {"b": -1.5e+3}], "tickets":[ {"ticket_id":12345678901234567890,"t":"ё\\u044f\\"]}"}, 1 ,"x",null,[],{} ], "z": {"tickets": 1}} ',
    `{"${escaped('tickets')}":[{"text":"Привет \\\\"}],"${'long'.repeat(40)}":true}`,
    '{"tickets":[{"a":tru}]}',
    '{"tickets":[1],"tickets":[2]}',
    '{"tickets":[01]}',
    '{"tickets":[{"a" 1}]}',
  ];
  for (const sample of samples) {
    const bytes = Buffer.from(sample);
    const expected = outcome(() => scanChunks('body', [bytes]));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const parts = [bytes.subarray(0, cut), bytes.subarray(cut)];
      t.deepEqual(
        outcome(() => scanChunks('body', parts)),
        expected,
        `${sample} cut at ${cut}`,
      );
    }
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    t.deepEqual(
      outcome(() => scanChunks('body', single)),
      expected,
      sample,
    );
  }
});

const toNumber = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

test('an array of any JSON values comes back as JSON.parse reads it', (t) => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 5 })), fc.constantFrom(0, 1, 3), (values, indent) => {
      const text = JSON.stringify(values, null, indent);
      // Integers beyond the safe range come back exactly and are compared on their own below.
      const rounded = (value: unknown) => JSON.parse(JSON.stringify(value, toNumber)) as unknown;
      t.deepEqual(rounded(whole(text, 'array')), JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test('a value is taken exactly where JSON.parse takes it', (t) => {
  const letters = fc.constantFrom(...'{}[]":,.-+eE019 \\nutrfalse\n'.split(''), '"a"', 'null', 'true', '\u0001', 'ж');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const isJson = typeof outcome(() => [JSON.parse(text)]) !== 'string';
      t.is(typeof outcome(() => whole(text, 'value')) !== 'string', isJson, JSON.stringify(text));
    }),
    { numRuns: 5_000 },
  );
});

test('a changed byte makes a document refused exactly where JSON.parse refuses it', (t) => {
  const bytes = Buffer.from('[{"ticket_id":-10.5e+2,"x":[true,false,null,"a\\u00e9\\n"],"y":{}}, 0]');
  for (let at = 0; at < bytes.length; at++) {
    for (let byte = 0; byte < 128; byte++) {
      const changed = Buffer.from(bytes);
      changed[at] = byte;
      const expected = outcome(() => [JSON.parse(changed.toString())]);
      const actual = outcome(() => whole(changed.toString(), 'value'));
      if (typeof expected === 'string') t.is(typeof actual, 'string', changed.toString());
      else t.deepEqual(actual, expected);
    }
  }
});

test('an integer beyond the safe range keeps its digits, a safe one stays a number', (t) => {
  t.deepEqual(whole('{"tickets":[{"ticket_id":9007199254740993},{"ticket_id":9007199254740991},{"ticket_id":1.0}]}'), [
    { ticket_id: 9007199254740993n },
    { ticket_id: 9007199254740991 },
    { ticket_id: 1 },
  ]);
  t.deepEqual(whole(`[{"ticket_id":-${'9'.repeat(400)}}]`, 'array'), [{ ticket_id: -BigInt('9'.repeat(400)) }]);
  t.deepEqual(whole('[{"ticket_id":1e400},{"ticket_id":-1e-400}]', 'array'), [
    { ticket_id: Infinity },
    { ticket_id: -0 },
  ]);
});

const refusals: readonly (readonly [string, string])[] = [
  ['', 'body is not valid JSON: unexpected end at byte 0'],
  ['[]', 'body must be a JSON object'],
  ['"tickets"', 'body must be a JSON object'],
  ['{"tickets":null}', 'tickets must be an array'],
  ['{"tickets":{}}', 'tickets must be an array'],
  ['{"tickets":[],"a":1,"tickets":[]}', 'tickets must be given once'],
  ['{"tickets":[]} x', 'body is not valid JSON: expected nothing more at byte 15'],
  ['{"tickets":[{}', 'body is not valid JSON: unexpected end at byte 14'],
  ['{"tickets":[{]}', 'body is not valid JSON: expected a name in quotes or "}" at byte 13'],
  ['{"tickets":[1,]}', 'body is not valid JSON: expected a value at byte 14'],
  ['{"tickets":[1 2]}', 'body is not valid JSON: expected "," or a closing bracket at byte 14'],
  ['{"tickets":["a\tb"]}', 'body is not valid JSON: control character in a string at byte 14'],
  ['{"tickets":["\\x"]}', 'body is not valid JSON: unknown escape in a string at byte 14'],
  ['{"tickets":[1.]}', 'body is not valid JSON: unfinished number at byte 14'],
];

for (const [text, message] of refusals) {
  test(`${text === '' ? 'nothing' : text} is refused: ${message}`, (t) => {
    t.is(
      outcome(() => whole(text)),
      message,
    );
  });
}

test('twenty levels counted from the top are taken, one more is refused with its path', (t) => {
  const nested = (levels: number) => `{"tickets":[0,${'['.repeat(levels)}${']'.repeat(levels)}]}`;
  t.is(whole(nested(18)).length, 2);
  t.is(
    outcome(() => whole(nested(19))),
    'tickets[1] is nested deeper than 20 levels',
  );
  t.is(
    outcome(() => whole(`{"x":${'['.repeat(1_000_000)}`)),
    'body is nested deeper than 20 levels',
  );
});

test('an element with too many values, bytes or digits is refused with its path', (t) => {
  const messages = (count: number) => `{"tickets":[{},{"messages":[${Array(count).fill('{}').join()}]}]}`;
  t.is(whole(messages(49_999)).length, 2);
  t.is(
    outcome(() => whole(messages(50_000))),
    'tickets[1] holds more than 50 000 values',
  );
  const text = 'a'.repeat(1024 * 1024);
  const parts = [Buffer.from('{"tickets":["'), ...Array<Buffer>(9).fill(Buffer.from(text)), Buffer.from('"]}')];
  t.is(
    outcome(() => scanChunks('body', parts)),
    'tickets[0] has more than 8 MiB',
  );
  t.is(
    outcome(() => scanChunks('body', [Buffer.concat(parts)])),
    'tickets[0] has more than 8 MiB',
  );
  t.is(
    outcome(() => whole(`{"tickets":[${'1'.repeat(1_001)}]}`)),
    'tickets[0] holds a number of more than 1 000 digits',
  );
});
