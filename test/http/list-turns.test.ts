import { setImmediate, setTimeout } from 'node:timers/promises';
import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import test from 'ava';
import { NotAuthenticated } from '../../src/domain/errors.ts';
import { allErasureHandlers } from '../../src/http/all-erasures.ts';
import { erasureHandlers } from '../../src/http/erasures.ts';
import { changeTurns, type InTurns, listTurns } from '../../src/http/list-turns.ts';

type Kind = 'own' | 'shared';

/** Never aborts. */
const { signal: wanted } = new AbortController();

/** Requests of tenants for lists, each read by `read`. */
const requests = (read: (tenant: string) => Promise<undefined>, kind: Kind = 'own', inTurns = listTurns()) => {
  return (tenant: string) => {
    const response = Object.assign(new EventEmitter(), {
      locals: { account: { id: tenant } },
      req: { ip: `192.0.2.${tenant.codePointAt(0)}` },
    }) as unknown as Response;
    const handler = inTurns((_request, _response, own, turnUntil) =>
      (kind === 'own' ? own : turnUntil(wanted))(() => read(tenant)),
    );
    const ended = Promise.resolve(handler({} as Request, response));
    return { leave: () => response.emit('close'), ended };
  };
};

/** Lists of tenants that are read until they are told to end, in the order in which they began. */
const openLists = (kind: Kind = 'own', inTurns = listTurns()) => {
  const read: { readonly tenant: string; readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const list = requests(
    (tenant) => {
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      read.push({ tenant, end: () => resolve(undefined), fail: reject });
      return promise;
    },
    kind,
    inTurns,
  );
  const tenants = () => read.map(({ tenant }) => tenant).join('');
  return { list, read, tenants };
};

/** As many passes of the event loop as all that may begin needs. */
const begun = async () => {
  for (let passes = 0; passes < 5; passes += 1) await setImmediate();
};

test('a tenant with many lists delays nobody else’s by more than its two that are read', async (t) => {
  const { list, read, tenants } = openLists();
  const many = Array.from({ length: 20 }, () => list('a'));
  await begun();
  t.is(tenants(), 'aa');
  const others = [list('b'), list('c'), list('d')];
  await begun();
  t.is(tenants(), 'aabc');
  read[0]?.end();
  await begun();
  t.is(tenants(), 'aabcd');
  for (let index = 1; index < 23; index += 1) {
    read[index]?.end();
    await begun();
  }
  await Promise.all([...many, ...others].map(({ ended }) => ended));
  t.is(read.length, 23);
});

test('of tenants with equally many turns the one that has used the least time goes first', async (t) => {
  for (const inTurns of [listTurns(), changeTurns()]) {
    const { list, read, tenants } = openLists('own', inTurns);
    const long = list('x');
    await begun();
    await setTimeout(20);
    read[0]?.end();
    await long.ended;
    const all = ['a', 'b', 'c', 'd'].map(list);
    await begun();
    all.push(list('x'), list('y'));
    for (let index = 1; index < 7; index += 1) {
      await begun();
      read[index]?.end();
    }
    await Promise.all(all.map(({ ended }) => ended));
    t.is(tenants(), 'xabcdyx');
  }
});

test('a tenant changes tickets by one request at a time, beside that of another', async (t) => {
  const { list, read, tenants } = openLists('own', changeTurns());
  const [first, left] = [list('a'), list('a')];
  await begun();
  t.is(tenants(), 'a');
  const others = ['b', 'c', 'd', 'e'].map(list);
  await begun();
  t.is(tenants(), 'ab');
  left.leave();
  for (let index = 0; index < 5; index += 1) {
    read[index]?.end();
    await begun();
  }
  await Promise.all([first, left, ...others].map(({ ended }) => ended));
  t.is(tenants(), 'abcde');
});

test('nothing is read for a client that has left, and that is no failure', async (t) => {
  const { list, read, tenants } = openLists();
  const [first] = [list('a'), list('a')];
  const [leaving, staying] = [list('a'), list('a')];
  await begun();
  leaving.leave();
  await leaving.ended;
  read[0]?.end();
  await begun();
  t.is(tenants(), 'aaa');
  read[2]?.end();
  await Promise.all([first.ended, staying.ended]);
});

test('what is read until another signal aborts has the turns of its tenant, also if its client has left', async (t) => {
  const { list, read, tenants } = openLists('shared');
  const all = [list('a'), list('a'), list('a')];
  await begun();
  t.is(tenants(), 'aa');
  all[2]?.leave();
  read[0]?.end();
  await begun();
  t.is(tenants(), 'aaa');
  for (const { end } of read) end();
  await Promise.all(all.map(({ ended }) => ended));
});

test('a list that fails says why', async (t) => {
  const { list, read } = openLists();
  const { ended } = list('a');
  await begun();
  read[0]?.fail(new Error('the index did not answer'));
  await t.throwsAsync(ended, { message: 'the index did not answer' });
});

test('of lists that are read in this thread one is read in a pass of the event loop', async (t) => {
  const read: string[] = [];
  const list = requests((tenant) => {
    read.push(tenant);
    return Promise.resolve(undefined);
  });
  const all = ['a', 'a', 'a', 'a', 'b', 'a'].map(list);
  for (let length = 0; length < all.length; length = read.length) {
    await setImmediate();
    t.true(read.length <= length + 1);
  }
  await Promise.all(all.map(({ ended }) => ended));
});

test('whatever an erasure of many tickets takes long for is done in turns', (t) => {
  const wrapped = new Set<unknown>();
  const inTurns: InTurns = () => {
    const handler = () => Promise.resolve();
    wrapped.add(handler);
    return handler;
  };
  const dependencies = { inTurns, inChangeTurns: inTurns, erasures: {} } as never;
  const handlers = { ...erasureHandlers(dependencies), ...allErasureHandlers(dependencies) };
  for (const [name, handler] of Object.entries(handlers)) t.true(wrapped.has(handler), name);
  t.is(Object.keys(handlers).length, 8);
});

test('nothing is read or changed in a turn for a session or key that has ended, but what others share', async (t) => {
  let reads = 0;
  const read = () => {
    reads += 1;
    return Promise.resolve();
  };
  const requireIdentity = () => Promise.reject(new NotAuthenticated());
  const response = Object.assign(new EventEmitter(), {
    ...{ locals: { account: { id: 'a' }, requireIdentity }, req: { ip: '192.0.2.1' } },
  }) as unknown as Response;
  for (const inTurns of [listTurns(), changeTurns()]) {
    const own = inTurns((_request, _response, turn) => turn(read));
    await t.throwsAsync(async () => own({} as Request, response), { instanceOf: NotAuthenticated });
  }
  t.is(reads, 0);
  const shared = listTurns()((_request, _response, _turn, turnUntil) => turnUntil(wanted)(read));
  await shared({} as Request, response);
  t.is(reads, 1);
});
