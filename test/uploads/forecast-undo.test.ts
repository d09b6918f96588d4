import test from 'ava';
import { noOutcomes, type UploadRecord } from '../../src/ports/uploads.ts';
import { forecastUndo } from '../../src/uploads/request-undo.ts';
import { loopTurns } from '../support/loop-turns.ts';

test('what an undo would do is counted in the index; updated tickets are looked up, in pages, only if some have another text by now', async (t) => {
  const outcomes = { ...noOutcomes, stored: 3, updated: 1_200 };
  const upload = { userId: 'me', collectionId: 'collection', uploadId: 'upload', undo: null, outcomes } as UploadRecord;
  const asked: (number | undefined)[] = [];
  const loop = loopTurns(t);
  const turns: number[] = [];
  const forecast = (updated: number) =>
    forecastUndo({
      ofUpload: () => Promise.resolve({ active: 2, withdrawn: 1, corrected: 1, updated, byHand: 1 }),
      uploads: {
        tickets: (_key, { after = -1, limit }) => {
          asked.push(after);
          turns.push(loop.count());
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
    })(upload, new AbortController().signal);
  const counted = { withdrawn: 2, corrected: 1, hidden: 1, active: 2, byHand: 1, restorable: false };
  t.deepEqual(await forecast(1_200), { ...counted, takenBack: 1_200, left: 0, gone: 1 });
  t.deepEqual(asked, []);
  t.deepEqual(await forecast(1_000), { ...counted, takenBack: 1_000, left: 194, gone: 7 });
  t.deepEqual(asked, [-1, 199, 399, 599, 799, 999, 1199]);
  t.is(new Set(turns).size, turns.length, 'the event loop turns between pages');
});
