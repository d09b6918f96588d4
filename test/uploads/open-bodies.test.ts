import test from 'ava';
import { TooManyAttempts } from '../../src/domain/errors.ts';
import { openBodies } from '../../src/uploads/open-bodies.ts';

/** Opens bodies that nobody breaks off. */
const opened = (max: Parameters<typeof openBodies>[0]) => {
  const { open } = openBodies(max);
  return (tenantId: string) => open(tenantId, () => undefined);
};

const refused = {
  instanceOf: TooManyAttempts,
  message: 'Too many uploads and previews of this account at once; try again in 30 s',
};

test('a tenant has so many bodies at a time, another one as many', (t) => {
  const open = opened({ bodies: 2, bytes: 100 });
  const [first] = [open('a'), open('a')];
  t.throws(() => open('a'), refused);
  open('b');
  first.close();
  open('a');
  t.throws(() => open('a'), refused);
});

test('a tenant has so many bytes at a time: what is announced, then what has come', (t) => {
  const open = opened({ bodies: 10, bytes: 100 });
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

test('a body that is closed twice counts for no other one', (t) => {
  const open = opened({ bodies: 1, bytes: 100 });
  const body = open('a');
  body.close();
  open('a').count(100);
  body.close();
  t.throws(() => open('a'), refused);
});

test('the open bodies of accounts that are no more are broken off, those of others and closed ones are not', async (t) => {
  const { open, endDeleted } = openBodies();
  const ended: string[] = [];
  open('kept', () => ended.push('kept'));
  open('deleted', () => ended.push('closed before')).close();
  for (const name of ['one', 'other']) open('deleted', () => ended.push(name));
  await endDeleted((tenantId) => Promise.resolve(tenantId === 'kept'));
  t.deepEqual(ended, ['one', 'other']);
});
