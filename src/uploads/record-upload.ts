import { CollectionNotFound, InvalidInput, Refusal, Superseded } from '../domain/errors.ts';
import type { UploadFigures, UploadStarted } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { UploadCommand, UploadState } from '../domain/upload.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { Uploads } from '../ports/uploads.ts';
import { reportUpload } from './report-upload.ts';
import { keepLease, leaseOf } from './upload-lease.ts';
import { type UploadStream, uploadStream } from './upload-stream.ts';
import type { PreviousAttempt, Upload, UploadResult } from './upload.ts';
import { type UploadDependencies, uploadTickets } from './upload-tickets.ts';

/** An upload and what its ledger tells of it; `digest` where the client chose the id. */
export type RecordedUpload = Upload & Pick<UploadStarted['data'], 'surface' | 'fileName' | 'format' | 'digest'>;

export type RecordUpload = (upload: RecordedUpload) => Promise<UploadResult>;

type LedgerDependencies = UploadDependencies & {
  readonly uploads: Uploads;
  readonly leases: Pick<UploadLeases, 'renew' | 'release'>;
};

/** One process's attempt at an upload. */
type Attempt = { readonly run: string; readonly ledger: UploadStream };

/**
 * An upload as a stream of its own: that it was begun, how far it has come, which tickets it skipped and why, and how it ended. A repeat of one
 * that is over answers what was answered; one that was interrupted goes on. Throws what the upload throws, InvalidInput where the id belongs to
 * another upload, UploadRunning, and Superseded.
 */
export const recordUpload = (dependencies: LedgerDependencies): RecordUpload => {
  const processTold = processing(dependencies);
  return async (upload) => {
    const attempt = {
      run: dependencies.newId(),
      ledger: uploadStream(dependencies, { userId: upload.tenantId, uploadId: upload.uploadId }),
    };
    const lease = await keepLease(dependencies.leases, leaseOf({ ...upload, run: attempt.run }));
    try {
      const started = await attempt.ledger.tell({ type: 'StartUpload', data: startOf(upload, attempt.run) });
      const answered = answerOf(attempt.ledger.state());
      if (answered) return answered;
      // What the attempts before have told must be there to be looked up.
      if (attempt.ledger.isContinued()) await dependencies.projected.waitForPosition(['uploads'], [started]);
      return await processTold(upload, attempt);
    } finally {
      await lease.end();
    }
  };
};

/** Whatever comes of an upload is told, and can be read from the moment of the answer. */
const processing = (dependencies: LedgerDependencies) => {
  const process = uploadTickets(dependencies);
  return async (upload: RecordedUpload, { run, ledger }: Attempt): Promise<UploadResult> => {
    const overtaken = new AbortController();
    const { watch, end } = reportUpload(run, ledger.tell, (error) => {
      if (error instanceof Superseded) overtaken.abort(error);
    });
    const told = async (word: (figures: UploadFigures) => UploadCommand) => {
      await dependencies.projected.waitForPosition(['uploads'], [await end(word)]);
    };
    const signal = AbortSignal.any([upload.signal, overtaken.signal]);
    const previousAttempt = ledger.isContinued() ? { previousAttempt: previousAttemptOf(dependencies, upload) } : {};
    let result: UploadResult;
    try {
      result = await process({ ...upload, signal, watch, ...previousAttempt });
    } catch (error) {
      // The error is what the caller must hear. An upload whose end cannot be told is found by its lease.
      await told((figures) => lastWord(error, { run, figures, interrupted: signal.aborted })).catch(() => undefined);
      throw overtaken.signal.aborted ? new Superseded() : error;
    }
    await told((figures) => ({ type: 'FinishUpload', run, figures, result }));
    return result;
  };
};

const startOf = (upload: RecordedUpload, run: string): UploadStarted['data'] => {
  const { uploadId, tenantId: userId, collectionId, surface, fileName, format, digest } = upload;
  return { uploadId, userId, collectionId, run, surface, fileName, format, digest };
};

/** What an upload that is over was answered with; throws where it was refused, undefined where it is to be processed. */
const answerOf = (state: UploadState): UploadResult | undefined => {
  if (state.status === 'finished') return state.result;
  if (state.status !== 'refused') return undefined;
  const { status, detail } = state.refusal;
  throw status === 404 ? new CollectionNotFound(detail) : new InvalidInput(detail);
};

/** How an upload that did not finish is remembered: only what its content was refused for is final. */
const lastWord = (
  error: unknown,
  {
    run,
    figures,
    interrupted,
  }: { readonly run: string; readonly figures: UploadFigures; readonly interrupted: boolean },
): UploadCommand => {
  const detail = error instanceof Refusal ? error.message : 'Internal error';
  if (interrupted) return { type: 'InterruptUpload', run, stored: figures.stored, detail };
  const status = error instanceof InvalidInput ? 400 : error instanceof CollectionNotFound ? 404 : 500;
  return { type: 'FailUpload', run, figures, status, detail };
};

/** What the attempts before have done, from the read model; a ticket that they stored without telling is found by its own event. */
const previousAttemptOf = ({ uploads, streams }: LedgerDependencies, upload: Upload): PreviousAttempt => ({
  decided: async (from, count) => {
    const known = await uploads.tickets(upload, { after: from - 1, limit: count });
    return new Map(known.map(({ index, outcome }) => [index, outcome]));
  },
  isOwn: async (recordId, place) => {
    const events = await streams.read(streamOf.ticket(upload.collectionId, recordId));
    return events.some(({ metadata }) => metadata.uploadId === upload.uploadId && metadata.place === place);
  },
});
