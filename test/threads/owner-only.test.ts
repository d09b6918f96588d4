import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { restrictToOwner } from '../../src/threads/owner-only.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const modeOf = (path: string) => statSync(path).mode & 0o7777;

test('a folder and what is in it become usable by their owner only; links are left alone', (t) => {
  const outside = join(temporaryFolder(t), 'outside');
  writeFileSync(outside, '');
  chmodSync(outside, 0o644);
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'tmp'));
  writeFileSync(join(folder, 'events.db'), '');
  for (const [name, mode] of [
    ['.', 0o2755],
    ['tmp', 0o775],
    ['events.db', 0o444],
  ] as const) {
    chmodSync(join(folder, name), mode);
  }
  symlinkSync(outside, join(folder, 'link'));
  symlinkSync('nothing', join(folder, 'broken link'));
  t.deepEqual(restrictToOwner(folder), []);
  t.deepEqual(
    ['.', 'tmp', 'events.db'].map((name) => modeOf(join(folder, name))),
    [0o2700, 0o700, 0o400],
  );
  t.is(modeOf(outside), 0o644);
});

test('what another user owns is returned, and the rest is changed', (t) => {
  const folder = temporaryFolder(t);
  const [own, foreign] = [join(folder, 'events.db'), join(folder, 'tmp')];
  writeFileSync(own, '');
  mkdirSync(foreign);
  for (const path of [folder, own, foreign]) chmodSync(path, 0o755);
  const changeMode = (path: string, mode: number) => {
    if (path !== own) throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    chmodSync(path, mode);
  };
  t.deepEqual(restrictToOwner(folder, changeMode), [folder, foreign]);
  t.is(modeOf(own), 0o600);
});

test('a folder that all users share, such as /tmp, stays as it is and is returned', (t) => {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o1777);
  t.deepEqual(restrictToOwner(folder), [folder]);
  t.is(modeOf(folder), 0o1777);
});
