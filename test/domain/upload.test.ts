import test from 'ava';
import { InvalidInput, Superseded, UploadNotFound, UploadRunning } from '../../src/domain/errors.ts';
import { noUploadCounts as counts, noUndoCounts } from '../../src/domain/events.ts';
import { upload } from '../../src/domain/upload.ts';
import { specificationOf } from '../support/decider-specification.ts';

const specification = specificationOf(upload);
const name = { uploadId: 'u1', userId: 'me', collectionId: 'c1' };
const data = { ...name, run: 'first', surface: 'api', fileName: null, format: 'json', digest: 'aa' } as const;
const result = { processed: 1, skipped: 2, collectionTicketCount: 3 };

const started = { type: 'UploadStarted', data } as const;
const start = (attemptId: string, digest = 'aa') =>
  ({ type: 'StartUpload', data: { ...data, run: attemptId, digest } }) as const;
const progress = (attemptId: string) => ({ type: 'RecordProgress', attemptId, counts, skipped: [] }) as const;
const progressed = (attemptId: string) =>
  ({ type: 'UploadProgressed', data: { ...name, run: attemptId, figures: counts, skipped: [] } }) as const;
const resumed = (attemptId: string) => ({ type: 'UploadResumed', data: { ...name, run: attemptId } }) as const;
const interrupt = (attemptId: string) => ({ type: 'InterruptUpload', attemptId, stored: 0, detail: 'gone' }) as const;
const interrupted = (attemptId: string) =>
  ({ type: 'UploadInterrupted', data: { ...name, run: attemptId, stored: 0, detail: 'gone' } }) as const;
const finish = { type: 'FinishUpload', attemptId: 'first', counts, result } as const;
const finished = { type: 'UploadFinished', data: { ...name, run: 'first', figures: counts, result } } as const;
const failed = (status: number) =>
  ({ type: 'UploadFailed', data: { ...name, run: 'first', figures: counts, status, detail: 'no' } }) as const;

test('an upload begins once', (t) => {
  specification(t).given().when(start('first')).then(started);
  specification(t).given(started).when(start('first')).then();
  specification(t).given(started).when(start('second')).thenRefused(UploadRunning);
});

test('an id is of one upload only', (t) => {
  for (const after of [finished, interrupted('first'), failed(400), progressed('first')]) {
    specification(t).given(started, after).when(start('second', 'bb')).thenRefused(InvalidInput);
  }
});

test('a repeat of one that is finished or was refused changes nothing', (t) => {
  specification(t).given(started, finished).when(start('second')).then();
  specification(t).given(started, failed(400)).when(start('second')).then();
  specification(t).given(started, failed(404)).when(start('second')).then();
});

test('an upload that was interrupted or failed with 500 is resumed as another run', (t) => {
  specification(t).given(started, interrupted('first')).when(start('second')).then(resumed('second'));
  specification(t).given(started, failed(500)).when(start('second')).then(resumed('second'));
});

test('a run that was recorded as interrupted may continue until another has started', (t) => {
  specification(t).given(started, interrupted('first')).when(progress('first')).then(progressed('first'));
  specification(t).given(started, interrupted('first')).when(finish).then(finished);
  const overtaken = specification(t).given(started, interrupted('first'), resumed('second'));
  for (const command of [progress('first'), finish, interrupt('first')])
    overtaken.when(command).thenRefused(Superseded);
  overtaken.when(progress('second')).then(progressed('second'));
});

test('what is over is not interrupted, and what is interrupted is so once', (t) => {
  specification(t).given(started).when(interrupt('first')).then(interrupted('first'));
  specification(t).given(started, interrupted('first')).when(interrupt('first')).then();
  specification(t).given(started, finished).when(interrupt('first')).thenRefused(Superseded);
});

test('only what runs is stopped; it records what it has done until it ends, and a repeat resumes it', (t) => {
  const stop = { type: 'StopUpload' } as const;
  const stopped = { type: 'UploadStopped', data: { ...name, run: 'first' } } as const;
  specification(t).given(started).when(stop).then(stopped);
  for (const after of [finished, interrupted('first'), failed(400), failed(500), stopped])
    specification(t).given(started, after).when(stop).then();
  const after = specification(t).given(started, stopped);
  after
    .when(progress('first'))
    .then({ type: 'UploadStopped', data: { ...stopped.data, figures: counts, skipped: [] } });
  after.when(interrupt('first')).then(stopped);
  after.when(finish).then(finished);
  after.when(start('second', 'bb')).thenRefused(InvalidInput);
  after.when(start('second')).then(resumed('second'));
  specification(t).given(started, stopped, resumed('second')).when(progress('first')).thenRefused(Superseded);
});

const undo = { type: 'StartUndo', undoId: 'x', surface: 'web' } as const;
const undoStarted = { type: 'UploadUndoStarted', data: { ...name, undoId: 'x', surface: 'web' } } as const;
const undoCounts = { ...noUndoCounts, withdrawn: 2 };
const record = (after: number) => ({ type: 'RecordUndo', undoId: 'x', after, counts: undoCounts }) as const;
const recorded = (after: number) =>
  ({ type: 'UploadUndoProgressed', data: { ...name, undoId: 'x', figures: undoCounts, after } }) as const;
const finishUndo = { type: 'FinishUndo', undoId: 'x', counts: undoCounts } as const;
const undone = { type: 'UploadUndone', data: { ...name, undoId: 'x', figures: undoCounts } } as const;

test('what has ended is undone once, and what runs or is unknown is not', (t) => {
  for (const end of [finished, interrupted('first'), failed(500), failed(400)])
    specification(t).given(started, end).when(undo).then(undoStarted);
  specification(t)
    .given(started, finished, undoStarted)
    .when({ ...undo, undoId: 'y' })
    .then();
  specification(t)
    .given(started, finished, undoStarted, undone)
    .when({ ...undo, undoId: 'y' })
    .then();
  specification(t).given(started).when(undo).thenRefused(UploadRunning);
  specification(t).given().when(undo).thenRefused(UploadNotFound);
});

test('an undo records how far it is, never back, and its end once', (t) => {
  const begun = specification(t).given(started, finished, undoStarted, recorded(99));
  begun.when(record(199)).then(recorded(199));
  begun.when(record(99)).then();
  begun.when(finishUndo).then(undone);
  begun.when({ ...finishUndo, undoId: 'y' }).thenRefused(Superseded);
  specification(t).given(started, finished).when(record(1)).thenRefused(Superseded);
  const over = specification(t).given(started, finished, undoStarted, undone);
  over.when(record(199)).then();
  over.when(finishUndo).then();
});

test('what has ended expires once, with the bytes of its listed tickets; what runs or is being undone does not', (t) => {
  const expire = { type: 'ExpireUpload', bytes: 47 } as const;
  const expired = (bytes: number) => ({ type: 'UploadExpired', data: { ...name, bytes } }) as const;
  for (const end of [finished, interrupted('first'), failed(400)])
    specification(t).given(started, end).when(expire).then(expired(47));
  specification(t).given(started, finished, undoStarted, undone).when(expire).then(expired(47));
  for (const events of [[], [started], [started, finished, undoStarted], [started, finished, expired(0)]])
    specification(t)
      .given(...events)
      .when(expire)
      .then();
  specification(t).given(started, finished, expired(0)).when(undo).thenRefused(UploadNotFound);
  specification(t).given(started, finished, expired(0)).when(start('second')).then();
  const broken = specification(t).given(started, interrupted('first'), expired(0));
  broken.when(start('second')).thenRefused(InvalidInput);
  broken.when(progress('first')).thenRefused(Superseded);
});

test('an upload whose undo has begun does not go on, neither its run nor a repeat, whose answer would say that its tickets are stored', (t) => {
  const after = specification(t).given(started, interrupted('first'), undoStarted);
  after.when(start('second')).thenRefused(InvalidInput);
  after.when(start('second', 'bb')).thenRefused(InvalidInput);
  after.when(progress('first')).thenRefused(Superseded);
  after.when(finish).thenRefused(Superseded);
  specification(t).given(started, finished, undoStarted).when(start('second')).thenRefused(InvalidInput);
});
