import test from 'ava';
import { requireReceiptJson } from '../../src/http/receipt-json.ts';

test('a name that is given twice, too deep and too many values are no receipt', (t) => {
  for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '['.repeat(9), `[${'1,'.repeat(20_000)}1]`])
    t.throws(() => requireReceiptJson(text), { message: /^This is no receipt/ }, text.slice(0, 40));
  for (const text of ['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', '{"a":"{\\"a\\":1}"}', '"a', ''])
    t.notThrows(() => requireReceiptJson(text), text);
});

test('a string without its end is looked through once', (t) => {
  // Looked for again from each quotation mark on, it takes minutes.
  t.timeout(20_000);
  t.notThrows(() => requireReceiptJson(`"${'\\"'.repeat(400_000)}\\`));
});
