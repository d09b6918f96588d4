import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { requestTurns } from '../../src/http/request-turns.ts';

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
