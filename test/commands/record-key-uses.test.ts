import test from 'ava';
import { keyUseRecorder } from '../../src/commands/record-key-uses.ts';
import type { KeyUse } from '../../src/ports/key-uses.ts';

const opened = ({ failing = 0 } = {}) => {
  const batches: (readonly KeyUse[])[] = [];
  let time = Date.parse('2026-11-20T10:00:07Z');
  let failures = failing;
  const record = (uses: readonly KeyUse[]) => {
    failures -= 1;
    if (failures >= 0) return Promise.reject(new Error('away'));
    batches.push(uses);
    return Promise.resolve();
  };
  const recorder = keyUseRecorder({ record, now: () => new Date(time), intervalMs: 1_000_000 });
  return { batches, recorder, pass: (seconds: number) => (time += seconds * 1_000) };
};
const use = (keyId: string, usedAt: string): KeyUse => ({ keyId, usedAt: `2026-11-20T${usedAt}:00.000Z` });

test('uses are stored together, each key once a minute', async (t) => {
  const { batches, recorder, pass } = opened();
  for (let times = 0; times < 100; times += 1) recorder.used('k1');
  recorder.used('k2');
  t.deepEqual(batches, []);
  await recorder.flush();
  t.deepEqual(batches, [[use('k1', '10:00'), use('k2', '10:00')]]);
  pass(20);
  recorder.used('k1');
  await recorder.flush();
  t.is(batches.length, 1);
  pass(40);
  recorder.used('k1');
  await recorder.close();
  t.deepEqual(batches[1], [use('k1', '10:01')]);
});

test('what could not be stored is stored the next time, and a later use wins', async (t) => {
  const { batches, recorder, pass } = opened({ failing: 2 });
  recorder.used('k1');
  recorder.used('k2');
  await recorder.flush();
  pass(60);
  recorder.used('k1');
  await recorder.flush();
  await recorder.flush();
  t.deepEqual(batches, [[use('k1', '10:01'), use('k2', '10:00')]]);
});
