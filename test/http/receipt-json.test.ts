import test from 'ava';
import { requireReceiptJson } from '../../src/http/receipt-json.ts';

test('with a name that is given twice it is no receipt', (t) => {
  for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}'])
    t.throws(() => requireReceiptJson(text), { message: /^This is no receipt/ }, text);
  for (const text of ['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', '{"a":"{\\"a\\":1}"}', '"a', ''])
    t.notThrows(() => requireReceiptJson(text), text);
});
