import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import type { Request, Response } from 'express';
import { handlerTurns, requestTurns } from '../../src/http/request-turns.ts';

/** Turns of requests that take a millisecond each; `begun` has the clients of those that have begun. */
const turnsOfOneMs = () => {
  let time = 0;
  const begun: string[] = [];
  const inTurn = requestTurns(() => time);
  const request = (client: string) =>
    inTurn(
      () => client,
      () => {
        begun.push(client);
        time += 1;
      },
    );
  return { request, begun };
};

test('a request begins at once, unless others have taken their time of the turn', async (t) => {
  const { request, begun } = turnsOfOneMs();
  request('a');
  t.deepEqual(begun, ['a']);
  for (let count = 0; count < 9; count += 1) request('a');
  t.is(begun.length, 4);
  await setImmediate();
  t.is(begun.length, 8);
  await setImmediate();
  t.is(begun.length, 10);
  await setImmediate();
  request('b');
  t.is(begun.at(-1), 'b');
});

test('those that wait go on in turns of their clients, each in its order', async (t) => {
  const { request, begun } = turnsOfOneMs();
  for (let count = 0; count < 1_000; count += 1) request('flood');
  request('other');
  request('another');
  await setImmediate();
  t.deepEqual(begun.slice(4), ['flood', 'other', 'another', 'flood']);
  request('other');
  await setImmediate();
  t.is(begun.slice(8).filter((client) => client === 'other').length, 1);
  while (begun.length < 1_003) await setImmediate();
  t.is(begun.filter((client) => client === 'flood').length, 1_000);
});

test('handlers begin one at a time, that of the client first that has used the least time, and none that reads for a client that has gone', async (t) => {
  let time = 0;
  const inTurn = handlerTurns(() => time);
  const begun: string[] = [];
  const request = (ip: string, { method = 'GET', closed = false } = {}) =>
    inTurn({ ip, method } as Request, { closed, locals: {} } as Response, () => {
      begun.push(`${method} ${ip}`);
      time += 3;
    });
  for (let count = 0; count < 10; count += 1) request('192.0.2.1');
  request('192.0.2.1', { method: 'POST', closed: true });
  request('192.0.2.1', { closed: true });
  request('192.0.2.2');
  request('2001:db8:0:1::1');
  request('2001:db8:0:2::1');
  t.deepEqual(begun, []);
  while (begun.length < 14) await setImmediate();
  for (let count = 0; count < 5; count += 1) await setImmediate();
  // The networks of a /56 are one client.
  const [one, other, ...of56] = ['192.0.2.1', '192.0.2.2', '2001:db8:0:1::1', '2001:db8:0:2::1'].map(
    (ip) => `GET ${ip}`,
  );
  t.deepEqual(begun.slice(0, 3), [one, other, of56[0]]);
  t.true(begun.slice(3, 5).includes(of56[1] ?? ''));
  t.is(begun.filter((each) => each === one).length, 10);
  t.is(begun.at(-1), 'POST 192.0.2.1');
});
