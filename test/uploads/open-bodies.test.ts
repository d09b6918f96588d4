import test from 'ava';
import { TooManyAttempts } from '../../src/domain/errors.ts';
import { openBodies, smallBody } from '../../src/uploads/open-bodies.ts';

/** Opens bodies that nobody breaks off. */
const opened = (max: Parameters<typeof openBodies>[0]) => {
  const { open } = openBodies(max);
  return (tenantId: string, customer = tenantId) => open({ tenantId, customer }, () => undefined);
};

const refused = {
  instanceOf: TooManyAttempts,
  message: 'Too many uploads and previews of this account or address at once; try again in 30 s',
};

test('a tenant has so many bodies at a time, another one as many', (t) => {
  const open = opened({ bodies: 2, bytes: 100, ofCustomer: { bodies: 10, large: 100, all: 100 } });
  const [first] = [open('a'), open('a')];
  t.throws(() => open('a'), refused);
  open('b');
  first.close();
  open('a');
  t.throws(() => open('a'), refused);
});

test('the tenants of a customer have so many bodies together', (t) => {
  const open = opened({ bodies: 2, bytes: 100, ofCustomer: { bodies: 3, large: 100, all: 100 } });
  const first = open('a', 'home');
  for (const tenant of ['a', 'b']) open(tenant, 'home');
  t.throws(() => open('b', 'home'), refused);
  open('b', 'office');
  first.close();
  // It may be closed again.
  first.close();
  open('c', 'home');
  t.throws(() => open('d', 'home'), refused);
});

test('a tenant has so many bytes at a time: what is announced, then what has come', (t) => {
  const open = opened({ bodies: 10, bytes: 100, ofCustomer: { bodies: 10, large: 100, all: 100 } });
  const first = open('a');
  first.count(60);
  const second = open('a');
  t.throws(() => second.count(41), refused);
  second.count(40);
  open('b').count(100);
  first.count(10);
  const third = open('a');
  third.count(50);
  t.throws(() => third.count(51), refused);
  second.close();
  third.count(90);
});

test('what has come of the accounts of one customer has so much room together, and small bodies some more', (t) => {
  const [large, all] = [3 * smallBody, 4 * smallBody];
  const open = opened({ bodies: 10, bytes: 10 * smallBody, ofCustomer: { bodies: 10, large, all } });
  const first = open('a', 'home');
  first.count(9 * smallBody);
  first.arrived(2 * smallBody);
  const second = open('b', 'home');
  second.count(9 * smallBody);
  t.throws(() => second.arrived(smallBody + 1), refused);
  second.arrived(smallBody);
  const small = [open('c', 'home'), open('c', 'home')];
  small[0]?.arrived(smallBody - 1);
  t.throws(() => small[1]?.arrived(2), refused);
  small[1]?.arrived(1);
  open('d', 'office').arrived(large);
  first.close();
  second.arrived(2 * smallBody);
  t.throws(() => second.arrived(2 * smallBody + 1), refused);
});

test('a body that is closed twice counts for no other one', (t) => {
  const open = opened({ bodies: 1, bytes: 100, ofCustomer: { bodies: 10, large: 100, all: 100 } });
  const body = open('a');
  body.close();
  open('a').count(100);
  body.close();
  t.throws(() => open('a'), refused);
});

const existing = { exists: () => Promise.resolve(true), newestErasure: () => Promise.resolve(undefined) };

test('the open bodies of accounts that are no more are ended, those of others and closed ones are not', async (t) => {
  const { open, endErased } = openBodies();
  const ended: string[] = [];
  const begin = (tenantId: string, name: string) => open({ tenantId, customer: 'home' }, () => ended.push(name));
  begin('kept', 'kept');
  begin('deleted', 'closed before').close();
  for (const name of ['one', 'other']) begin('deleted', name);
  await endErased({ ...existing, exists: (tenantId) => Promise.resolve(tenantId === 'kept') });
  t.deepEqual(ended, ['one', 'other']);
});

test('bodies that end with erasures are ended once their tenant has another one than before them', async (t) => {
  const { open, endErased } = openBodies();
  const ended: string[] = [];
  const begin = (tenantId: string, name: string) => open({ tenantId, customer: 'home' }, () => ended.push(name));
  begin('erasing', 'an upload');
  begin('erasing', 'a preview').endIfErasedAfter(undefined);
  begin('erasing', 'one since an earlier erasure').endIfErasedAfter(5n);
  begin('erasing', 'one since the newest erasure').endIfErasedAfter(7n);
  begin('other', 'one of another tenant').endIfErasedAfter(undefined);
  begin('erasing', 'closed before').close();
  const newestErasure = (tenantId: string) => Promise.resolve(tenantId === 'erasing' ? 7n : undefined);
  await endErased({ ...existing, newestErasure });
  t.deepEqual(ended, ['a preview', 'one since an earlier erasure']);
});

test('a body that has some time after an erasure is ended when it is over, unless it has been kept before', async (t) => {
  let now = 0;
  const { open, endErased } = openBodies(undefined, () => now);
  const ended: string[] = [];
  const begin = (name: string) =>
    open({ tenantId: 'erasing', customer: 'home' }, (why) => ended.push(`${name}, ${why}`));
  begin('slow').endIfErasedAfter(undefined, 60);
  begin('since the erasure').endIfErasedAfter(7n, 60);
  const arrived = begin('arrived');
  arrived.endIfErasedAfter(undefined, 60);
  const endAt = async (at: number, newest: bigint | undefined) => {
    now = at;
    await endErased({ ...existing, newestErasure: () => Promise.resolve(newest) });
    return ended.splice(0);
  };
  t.deepEqual(await endAt(1_000, undefined), []);
  t.deepEqual(await endAt(2_000, 7n), []);
  t.deepEqual(await endAt(2_059, 7n), []);
  arrived.keep();
  t.deepEqual(await endAt(2_060, 7n), ['slow, erasure']);
});
