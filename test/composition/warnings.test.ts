import test from 'ava';
import { limitRepeats } from '../../src/composition/warnings.ts';

test('a warning is written at once, its repeats once a minute with their number, another one at once', (t) => {
  const clock = { now: 0 };
  const written: unknown[] = [];
  const warn = limitRepeats(
    (message, fields) => written.push([message, fields]),
    () => clock.now,
  );
  const failing = (port: number) => warn('a projection is retrying', { error: `lost connection to 127.0.0.1:${port}` });
  for (; clock.now < 60_000; clock.now += 1_000) failing(50_000 + clock.now);
  warn('a projection is retrying', { error: 'Disk is full' });
  failing(1);
  failing(2);
  clock.now += 60_000;
  failing(3);
  t.deepEqual(written, [
    ['a projection is retrying', { error: 'lost connection to 127.0.0.1:50000' }],
    ['a projection is retrying', { error: 'Disk is full' }],
    ['a projection is retrying', { error: 'lost connection to 127.0.0.1:1', repeated: 59 }],
    ['a projection is retrying', { error: 'lost connection to 127.0.0.1:3', repeated: 1 }],
  ]);
});
