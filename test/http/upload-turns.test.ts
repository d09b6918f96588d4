import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import test from 'ava';
import type { Turn } from '../../src/concurrency/abortable-limit.ts';
import type { InTurns } from '../../src/http/list-turns.ts';
import { uploadHandlers } from '../../src/http/uploads.ts';
import { noUndoCounts } from '../../src/domain/events.ts';
import { noOutcomes, type UploadRecord } from '../../src/ports/uploads.ts';
import { countReturned, forecastUndo } from '../../src/uploads/request-undo.ts';
import { uuidOf } from '../support/indexed-tickets.ts';

const at = '2026-01-02T03:04:05.000Z';
const upload: UploadRecord = {
  ...{ uploadId: uuidOf('upload'), userId: 'me', collectionId: uuidOf('collection'), attemptId: 'attempt' },
  ...{ surface: 'api', fileName: null, format: 'json', onDuplicate: 'skip', state: 'finished', detail: null },
  ...{ startedAt: at, finishedAt: at, outcomes: { ...noOutcomes, updated: 3 }, unlisted: 0, position: 1n, revision: 1 },
  ...({ counts: {} } as Pick<UploadRecord, 'counts'>),
  undo: { state: 'finished', surface: 'api', startedAt: at, finishedAt: at, counts: noUndoCounts },
};

/** The handlers of uploads, with the turn in which each read is made; a list has nine uploads. */
const watched = () => {
  const current: { turn?: string } = {};
  const reads: string[] = [];
  const turnOf =
    (name: string): Turn =>
    async (work) => {
      current.turn = name;
      try {
        return await work();
      } finally {
        delete current.turn;
      }
    };
  const read = <Result>(name: string, result: Result) => {
    reads.push(`${name} in ${current.turn ?? 'no'} turn`);
    return Promise.resolve(result);
  };
  const reading = {
    ofUpload: () => read('counts', { active: 0, withdrawn: 2, corrected: 0, updated: 1, byHand: 0 }),
    uploads: {
      ofCollection: () =>
        read(
          'list',
          Array.from({ length: 9 }, () => upload),
        ),
      tickets: () => read('page', []),
    },
    collections: { known: () => read('known', new Map()) },
  };
  const inTurns: InTurns = (handler) => (request, response) =>
    handler(request, response, turnOf('own'), () => turnOf('shared'));
  const handlers = uploadHandlers({
    ...{ ...reading, inTurns, inChangeTurns: inTurns, countReturned: countReturned(reading) },
    forecastUndo: forecastUndo(reading),
  } as unknown as Parameters<typeof uploadHandlers>[0]);
  const ask = async (name: 'listUploads' | 'showUpload' | 'showUndo', shown = upload) => {
    reads.length = 0;
    const response = Object.assign(new EventEmitter(), {
      locals: { account: { id: 'me' }, collection: { id: upload.collectionId }, upload: shown },
      json: () => undefined,
    });
    await handlers[name]({ query: {} } as Request, response as unknown as Response);
    return [...reads];
  };
  return ask;
};

test('records of uploads and the forecasts of their undos read in turns of their tenant', async (t) => {
  const ask = watched();
  t.deepEqual(await ask('listUploads'), ['list in own turn', ...Array<string>(9).fill('counts in own turn')]);
  t.deepEqual(await ask('showUpload'), ['counts in own turn']);
  const shared = ['counts in shared turn', 'page in shared turn', 'known in shared turn'];
  t.deepEqual(await ask('showUndo'), shared, 'of one that was undone');
  t.deepEqual(await ask('showUndo', { ...upload, undo: null }), shared, 'of one that has other texts by now');
});
