import test from 'ava';
import type { Request, Response } from 'express';
import { erasureHandlers } from '../../src/http/erasures.ts';
import type { Turn } from '../../src/concurrency/abortable-limit.ts';
import type { InTurns } from '../../src/http/list-turns.ts';
import { requireReceiptJson } from '../../src/http/receipt-json.ts';

test('with a name that is given twice it is no receipt', (t) => {
  for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}'])
    t.throws(() => requireReceiptJson(text), { message: /^This is no receipt/ }, text);
  for (const text of ['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', '{"a":"{\\"a\\":1}"}', '"a', ''])
    t.notThrows(() => requireReceiptJson(text), text);
});

test('a receipt is looked through, parsed, written, encoded, hashed and compared in a turn of its tenant each', async (t) => {
  let turns = 0;
  const counted: Turn = (work) => {
    turns += 1;
    return work();
  };
  const inTurns: InTurns = (handler) => (request, response) => handler(request, response, counted, () => counted);
  const signatures = { isSigned: () => false };
  const { checkReceipt } = erasureHandlers({ inTurns, inChangeTurns: inTurns, signatures } as unknown as Parameters<
    typeof erasureHandlers
  >[0]);
  const json = () => undefined;
  const check = async (body: unknown) => {
    turns = 0;
    await checkReceipt({ body } as Request, { json } as unknown as Response);
  };
  await t.throwsAsync(check('{"sha256":"a","sha256":"b"}'), { message: /^This is no receipt/ });
  t.is(turns, 1);
  await t.throwsAsync(check('{"sha256":'), { message: 'body is not valid JSON' });
  await t.throwsAsync(check(undefined), { message: 'body is not valid JSON' });
  t.is(turns, 2);
  await check('{"sha256":"a"}');
  t.is(turns, 6);
});
