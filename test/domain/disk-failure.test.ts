import test from 'ava';
import { mapDiskFailure } from '../../src/domain/disk-failure.ts';
import { DiskFull, Unavailable } from '../../src/domain/errors.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: write, open '/data/tmp/secret'`), { code });

for (const [code, message] of [
  ['ENOSPC', 'Disk is full'],
  ['EDQUOT', 'Disk is full'],
  ['EROFS', 'Disk is read-only'],
  ['EIO', 'Disk cannot be read or written'],
] as const) {
  test(`${code} is said as "${message}", without the path`, (t) => {
    const mapped = mapDiskFailure(systemError(code));
    t.true(mapped instanceof Unavailable);
    t.is((mapped as Error).message, message);
    t.is(mapped instanceof DiskFull, message === 'Disk is full');
  });
}

test('any other error is left as it is', (t) => {
  const error = systemError('EACCES');
  t.is(mapDiskFailure(error), error);
});
