import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { DiskFull, PreviewNotFound, TooManyAttempts } from '../../src/domain/errors.ts';
import { previewFiles } from '../../src/uploads/preview-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const limits = {
  ...{ files: 3, filesOfTenant: 3, filesOfCustomer: 3 },
  ...{ bytes: 100, bytesOfTenant: 90, bytesOfCustomer: 95, ttlMs: 1_000, sweepIntervalMs: 20 },
  reserved: { files: 0, bytes: 0 },
};

/** Kept files on a disk that has room unless the test says otherwise. */
const opened = (t: ExecutionContext, given: Partial<typeof limits> = {}) => {
  const folder = temporaryFolder(t);
  const disk = { isFull: () => false };
  const erasures = new Map<string, bigint>();
  const lookUps = { fail: false };
  let time = 0;
  const files = previewFiles({
    spool: {
      path: folder,
      requireRoom: () => (disk.isFull() ? Promise.reject(new DiskFull()) : Promise.resolve()),
      failure: () => Promise.resolve(undefined),
    },
    exists: () => Promise.resolve(true),
    newestErasure: (tenantId) =>
      lookUps.fail ? Promise.reject(new Error('No connection')) : Promise.resolve(erasures.get(tenantId)),
    now: () => time,
    limits: { ...limits, ...given },
  });
  t.teardown(files.close);
  const newKey = (tenantId: string = randomUUID()) => ({
    ...{ tenantId, collectionId: randomUUID(), previewId: randomUUID() },
  });
  const keep = (
    bytes = 10,
    key = newKey(),
    erasedBefore = erasures.get(key.tenantId),
    mayUse?: (collectionId: string) => boolean,
    customer: string = randomUUID(),
  ) => {
    const path = join(folder, randomUUID());
    writeFileSync(path, 'x');
    const content = { start: 'text', encoding: 'utf-8' } as never;
    const spooled = { kind: 'file', path, name: 'a.csv', type: 'text/csv', columns: new Map(), sha256: 'aa' } as const;
    return { key, path, ...files.keep(key, { file: { ...spooled, customer, bytes, content }, erasedBefore }, mayUse) };
  };
  return { files, disk, erasures, lookUps, keep, newKey, passes: (milliseconds: number) => (time += milliseconds) };
};

const gone = { instanceOf: PreviewNotFound };

test('a file expires after its last use, not while it is used', async (t) => {
  const { files, keep, passes } = opened(t);
  const { key, release } = keep();
  passes(5_000);
  await release();
  passes(900);
  await files.hold(key).release();
  passes(900);
  const held = files.hold(key);
  passes(5_000);
  await held.release();
  passes(1_001);
  t.throws(() => files.hold(key), gone);
  t.throws(() => files.take(key), gone);
});

test('the oldest files make room for a new one, in number and in bytes', async (t) => {
  const { files, keep } = opened(t);
  const kept = [keep(), keep(), keep()];
  for (const each of kept) await each.release();
  const fourth = keep(85);
  while (existsSync(kept[1]?.path ?? '')) await setTimeout(5);
  t.deepEqual(
    kept.map(({ path }) => existsSync(path)),
    [false, false, true],
  );
  t.notThrows(() => files.hold(fourth.key));
  t.throws(() => files.hold(kept[0]?.key as never), gone);
});

test('a file that is used when its handle ends is removed when it is released', async (t) => {
  const { files, keep, newKey } = opened(t);
  const first = keep();
  const held = files.hold(first.key);
  const taken = files.take(first.key);
  t.false(held.isKept());
  t.throws(() => files.take(first.key), gone);
  const { path } = keep(10, newKey(first.key.tenantId));
  await first.release();
  await held.release();
  t.true(existsSync(first.path));
  await taken.release();
  t.deepEqual([existsSync(first.path), existsSync(path)], [false, true]);
});

test('files in use count without a handle too: a tenant with too many gets no more, and nobody else loses a file', async (t) => {
  const { files, keep, newKey } = opened(t);
  const other = keep(5);
  await other.release();
  const first = keep(45);
  const next = () => keep(45, newKey(first.key.tenantId));
  const second = next();
  t.throws(next, { instanceOf: TooManyAttempts, message: /^Too many previewed files are in use/ });
  t.true(existsSync(other.path));
  await Promise.all([first.release(), second.release()]);
  t.notThrows(() => files.hold(next().key));
});

test('accounts of one customer lose their unused files for one another before others do, and get no more than their share', async (t) => {
  const { files, keep, newKey } = opened(t);
  const ofCustomer = (bytes: number) => keep(bytes, newKey(), undefined, undefined, 'home');
  const away = keep(1);
  const unused = ofCustomer(50);
  await Promise.all([away.release(), unused.release()]);
  const used = ofCustomer(50);
  while (existsSync(unused.path)) await setTimeout(5);
  t.true(existsSync(away.path));
  t.throws(() => ofCustomer(46), { instanceOf: TooManyAttempts });
  t.true(existsSync(away.path));
  t.notThrows(() => ofCustomer(45));
  await used.release();
  t.notThrows(() => files.hold(away.key));
});

test('files in use are not given up for a new one, which is refused if they leave no room', async (t) => {
  const { files, keep } = opened(t);
  const [used, unused] = [keep(60), keep(30)];
  await unused.release();
  t.throws(() => keep(50), { instanceOf: TooManyAttempts });
  t.true(used.isKept());
  while (existsSync(unused.path)) await setTimeout(5);
  await used.release();
  t.notThrows(() => files.hold(keep(50).key));
});

test('a full disk takes the files that nobody uses, and is refused if there are none', async (t) => {
  const { files, disk, keep } = opened(t);
  const [used, unused] = [keep(), keep()];
  await unused.release();
  disk.isFull = () => existsSync(unused.path);
  await files.requireRoom(10);
  t.deepEqual([existsSync(used.path), existsSync(unused.path)], [true, false]);
  disk.isFull = () => true;
  await t.throwsAsync(files.requireRoom(10), { instanceOf: DiskFull });
  await used.release();
  await files.close();
  t.false(existsSync(used.path));
});

test('a file is removed once tickets of its tenant were erased after it came, in any collection and on any instance', async (t) => {
  const { erasures, keep, newKey } = opened(t);
  const key = newKey();
  erasures.set(key.tenantId, 7n);
  const [ofTenant, other] = [keep(10, key), keep()];
  await Promise.all([ofTenant.release(), other.release()]);
  await setTimeout(100);
  t.true(existsSync(ofTenant.path));
  erasures.set(key.tenantId, 9n);
  while (existsSync(ofTenant.path)) await setTimeout(5);
  t.true(existsSync(other.path));
});

test('a file that was on its way when tickets of its tenant were erased is removed once it is not used', async (t) => {
  const { files, erasures, keep, newKey } = opened(t);
  const key = newKey();
  erasures.set(key.tenantId, 7n);
  const erasedBefore = await files.newestErasure(key.tenantId);
  erasures.set(key.tenantId, 9n);
  const { path, release, isKept } = keep(10, key, erasedBefore);
  while (isKept()) await setTimeout(5);
  t.true(existsSync(path));
  await release();
  t.false(existsSync(path));
});

test('a file of which it is unknown what was erased before it came is removed once its tenant has an erasure', async (t) => {
  const { files, erasures, lookUps, keep, newKey } = opened(t);
  const key = newKey();
  lookUps.fail = true;
  const [ofTenant, other] = [keep(10, key, await files.newestErasure(key.tenantId)), keep()];
  await Promise.all([ofTenant.release(), other.release()]);
  erasures.set(key.tenantId, 7n);
  await setTimeout(100);
  t.true(existsSync(ofTenant.path));
  lookUps.fail = false;
  while (existsSync(ofTenant.path)) await setTimeout(5);
  t.true(existsSync(other.path));
});

test('a file takes the place of those before it in collections that its sender may use, of no others', async (t) => {
  const { files, keep, newKey } = opened(t);
  const tenantId = randomUUID();
  const [first, other] = [keep(10, newKey(tenantId)), newKey(tenantId)];
  const second = keep(10, other, undefined, (collectionId) => collectionId === other.collectionId);
  await files.hold(first.key).release();
  await files.hold(second.key).release();
  const third = keep(10, newKey(tenantId));
  for (const { key } of [first, second]) t.throws(() => files.hold(key), gone);
  await files.hold(third.key).release();
});

test('a tenant whose keys may use different collections, and a customer with many accounts, displace their own files first, by number', async (t) => {
  const { files, keep, newKey } = opened(t, { filesOfTenant: 2 });
  const stranger = keep(1);
  await stranger.release();
  const own: ReturnType<typeof keep>['key'][] = [];
  for (let count = 0; count < 3; count += 1) {
    const { key, release } = keep(1, newKey('tenant'), undefined, () => false);
    await release();
    own.push(key);
  }
  t.throws(() => files.hold(own[0] as never), gone);
  for (const key of [stranger.key, ...own.slice(1)]) await files.hold(key).release();
});
