import test from 'ava';
import { InvalidInput, Superseded, UploadRunning } from '../../src/domain/errors.ts';
import { noFigures as figures } from '../../src/domain/events.ts';
import { upload } from '../../src/domain/upload.ts';
import { specificationOf } from '../support/decider-specification.ts';

const specification = specificationOf(upload);
const name = { uploadId: 'u1', userId: 'me', collectionId: 'c1' };
const data = { ...name, run: 'first', surface: 'api', fileName: null, format: 'json', digest: 'aa' } as const;
const result = { processed: 1, skipped: 2, collectionTicketCount: 3 };

const started = { type: 'UploadStarted', data } as const;
const start = (run: string, digest = 'aa') => ({ type: 'StartUpload', data: { ...data, run, digest } }) as const;
const progress = (run: string) => ({ type: 'RecordProgress', run, figures, skipped: [] }) as const;
const progressed = (run: string) =>
  ({ type: 'UploadProgressed', data: { ...name, run, figures, skipped: [] } }) as const;
const resumed = (run: string) => ({ type: 'UploadResumed', data: { ...name, run } }) as const;
const interrupt = (run: string) => ({ type: 'InterruptUpload', run, stored: 0, detail: 'gone' }) as const;
const interrupted = (run: string) =>
  ({ type: 'UploadInterrupted', data: { ...name, run, stored: 0, detail: 'gone' } }) as const;
const finish = { type: 'FinishUpload', run: 'first', figures, result } as const;
const finished = { type: 'UploadFinished', data: { ...name, run: 'first', figures, result } } as const;
const failed = (status: number) =>
  ({ type: 'UploadFailed', data: { ...name, run: 'first', figures, status, detail: 'no' } }) as const;

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
  after.when(progress('first')).then({ type: 'UploadStopped', data: { ...stopped.data, figures, skipped: [] } });
  after.when(interrupt('first')).then(stopped);
  after.when(finish).then(finished);
  after.when(start('second', 'bb')).thenRefused(InvalidInput);
  after.when(start('second')).then(resumed('second'));
  specification(t).given(started, stopped, resumed('second')).when(progress('first')).thenRefused(Superseded);
});
