import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import type { Turn } from '../../src/concurrency/abortable-limit.ts';
import { noOutcomes, type UploadRecord } from '../../src/ports/uploads.ts';
import { forecastUndo } from '../../src/uploads/request-undo.ts';

const outcomes = { ...noOutcomes, stored: 3, updated: 1_200 };
const uploadOf = (more: Partial<UploadRecord> = {}) =>
  ({
    ...{ userId: 'me', collectionId: 'collection', uploadId: 'upload', undo: null, outcomes, revision: 7 },
    ...more,
  }) as UploadRecord;

/** Forecasts over 1 200 updated tickets of which the first of each page was erased, with what was read, each page in the turn that it names. */
const forecasts = () => {
  const asked: (number | undefined)[] = [];
  const turnsOfPages: number[] = [];
  const current = { updated: 1_200 };
  let turns = 0;
  let counts = 0;
  const forecast = forecastUndo({
    ofUpload: () => {
      counts += 1;
      return Promise.resolve({ active: 2, withdrawn: 1, corrected: 1, updated: current.updated, byHand: 1 });
    },
    uploads: {
      tickets: (_key, { after = -1, limit }) => {
        asked.push(after);
        turnsOfPages.push(turns);
        const size = Math.min(limit, 1_199 - after);
        const ids = Array.from({ length: size }, (_, index) => after + 1 + index);
        const outcome = 'updated' as const;
        return Promise.resolve(ids.map((index) => ({ index, row: null, ticketId: String(index), outcome })));
      },
    },
    collections: {
      known: (_id, records) =>
        Promise.resolve(new Map([[records[0] ?? '', { state: 'erased' as const, position: 1n }]])),
    },
  });
  const turn = <Result>(work: () => Promise<Result>) => {
    turns += 1;
    return work();
  };
  const turnUntil = (signal: AbortSignal) => async (work: Parameters<Turn>[0]) => {
    signal.throwIfAborted();
    return turn(work);
  };
  const ask = (upload = uploadOf(), { signal } = new AbortController()) =>
    forecast(upload, { signal, turnUntil: turnUntil as (signal: AbortSignal) => Turn });
  return { ask, current, asked, turnsOfPages, counts: () => counts };
};

test('what an undo would do is counted in the index; updated tickets are looked up, in pages, only if some have another text by now', async (t) => {
  const { ask, current, asked, turnsOfPages } = forecasts();
  const counted = { withdrawn: 2, corrected: 1, hidden: 1, active: 2, byHand: 1, restorable: false };
  t.deepEqual(await ask(), { ...counted, takenBack: 1_200, left: 0, gone: 1 });
  t.deepEqual(asked, []);
  current.updated = 1_000;
  t.deepEqual(await ask(), { ...counted, takenBack: 1_000, left: 194, gone: 7 });
  t.deepEqual(asked, [-1, 199, 399, 599, 799, 999, 1199]);
  t.is(new Set(turnsOfPages).size, asked.length, 'each page is read in a turn of its tenant');
});

test('requests for the same upload at the same time share one forecast, until the upload changes', async (t) => {
  const { ask, current, asked, counts } = forecasts();
  current.updated = 1_000;
  const shared = await Promise.all(Array.from({ length: 30 }, () => ask()));
  t.is(new Set(shared).size, 1);
  t.deepEqual([counts(), asked.length], [1, 7]);
  await Promise.all([ask(), ask(uploadOf({ revision: 8 })), ask(uploadOf({ uploadId: 'other' }))]);
  t.deepEqual([counts(), asked.length], [4, 28]);
});

test('a forecast goes on for the client that is still there, and ends with the last one', async (t) => {
  const { ask, current, asked } = forecasts();
  current.updated = 1_000;
  const [leaving, last] = [new AbortController(), new AbortController()];
  const forecast = ask(uploadOf(), leaving);
  leaving.abort();
  await t.throwsAsync(forecast, { name: 'AbortError' });
  const others = [ask(uploadOf(), leaving), ask(uploadOf(), last)];
  await t.throwsAsync(others[0] as Promise<unknown>, { name: 'AbortError' });
  while (asked.length < 3) await Promise.resolve();
  last.abort();
  await t.throwsAsync(others[1] as Promise<unknown>, { name: 'AbortError' });
  await setImmediate();
  t.true(asked.length <= 4, `${asked.length} pages`);
  const { gone } = await ask();
  t.is(gone, 7, 'whoever asks later gets it whole');
});
