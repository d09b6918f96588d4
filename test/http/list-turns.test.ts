import { setImmediate } from 'node:timers/promises';
import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import test from 'ava';
import { listTurns } from '../../src/http/list-turns.ts';

/** Lists of tenants that are read until they are told to end, in the order in which they began. */
const openLists = () => {
  const inTurns = listTurns();
  const read: { readonly tenant: string; readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const list = (tenant: string) => {
    const response = Object.assign(new EventEmitter(), { locals: { account: { id: tenant } } }) as unknown as Response;
    const handler = inTurns((_request, _response, turn) =>
      turn(() => {
        const { promise, resolve, reject } = Promise.withResolvers<undefined>();
        read.push({ tenant, end: () => resolve(undefined), fail: reject });
        return promise;
      }),
    );
    const ended = Promise.resolve(handler({} as Request, response));
    return { leave: () => response.emit('close'), ended };
  };
  const tenants = () => read.map(({ tenant }) => tenant).join('');
  return { list, read, tenants };
};

test('a tenant with many lists delays nobody else’s by more than its two that are read', async (t) => {
  const { list, read, tenants } = openLists();
  const many = Array.from({ length: 20 }, () => list('a'));
  await setImmediate();
  t.is(tenants(), 'aa');
  const others = [list('b'), list('c'), list('d')];
  await setImmediate();
  t.is(tenants(), 'aabc');
  read[0]?.end();
  await setImmediate();
  t.is(tenants(), 'aabcd');
  for (let index = 1; index < 23; index += 1) {
    read[index]?.end();
    await setImmediate();
  }
  await Promise.all([...many, ...others].map(({ ended }) => ended));
  t.is(read.length, 23);
});

test('nothing is read for a client that has left, and that is no failure', async (t) => {
  const { list, read, tenants } = openLists();
  const [first] = [list('a'), list('a')];
  const [leaving, staying] = [list('a'), list('a')];
  leaving.leave();
  await leaving.ended;
  read[0]?.end();
  await setImmediate();
  t.is(tenants(), 'aaa');
  read[2]?.end();
  await Promise.all([first.ended, staying.ended]);
});

test('a list that fails says why', async (t) => {
  const { list, read } = openLists();
  const { ended } = list('a');
  await setImmediate();
  read[0]?.fail(new Error('the index did not answer'));
  await t.throwsAsync(ended, { message: 'the index did not answer' });
});
