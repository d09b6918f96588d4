import type { Decider } from './decider.ts';
import { InvalidInput, Superseded, UploadNotFound, UploadRunning } from './errors.ts';
import {
  type SkippedTicket,
  type UndoCounts,
  type UnlistedTickets,
  type UploadFailed,
  type UploadCounts,
  type UploadExpired,
  type UploadFinished,
  type UploadInterrupted,
  type UploadOutcome,
  type UploadProgressed,
  type UploadResumed,
  type UploadStarted,
  type UploadStopped,
} from './events.ts';
import { isOfUndo, undoAfter, type UndoEvent, type UndoState } from './upload-undo.ts';

export type UploadCommand =
  | { readonly type: 'StartUpload'; readonly data: UploadStarted['data'] }
  | {
      readonly type: 'RecordProgress';
      readonly attemptId: string;
      readonly counts: UploadCounts;
      readonly skipped: readonly SkippedTicket[];
      readonly unlisted?: UnlistedTickets | undefined;
    }
  | {
      readonly type: 'FinishUpload';
      readonly attemptId: string;
      readonly counts: UploadCounts;
      readonly result: UploadOutcome;
    }
  | {
      readonly type: 'FailUpload';
      readonly attemptId: string;
      readonly counts: UploadCounts;
      readonly status: number;
      readonly detail: string;
    }
  | { readonly type: 'InterruptUpload'; readonly attemptId: string; readonly stored: number; readonly detail: string }
  | { readonly type: 'StopUpload' }
  /** `bytes`: of the rows that list its skipped tickets. */
  | { readonly type: 'ExpireUpload'; readonly bytes: number }
  | UndoCommand;

type UndoCommand =
  | ({ readonly type: 'StartUndo' } & Pick<UndoState, 'undoId' | 'surface'> & Partial<Pick<UndoState, 'keepsByHand'>>)
  | { readonly type: 'RecordUndo'; readonly undoId: string; readonly after: number; readonly counts: UndoCounts }
  | { readonly type: 'FinishUndo'; readonly undoId: string; readonly counts: UndoCounts };

/** What all uploads have that were started. */
type Started = {
  readonly started: UploadStarted['data'];
  readonly undo?: UndoState;
  readonly isExpired?: true;
};

/** `attemptId` identifies the attempt that may continue; `finished` and `refused` keep the final outcome. One that runs is not undone. */
export type UploadState =
  | { readonly status: 'missing' }
  | (Started &
      (
        | { readonly status: 'running' | 'interrupted' | 'stopped'; readonly attemptId: string }
        | { readonly status: 'finished'; readonly result: UploadOutcome }
        | { readonly status: 'refused'; readonly refusal: { readonly status: number; readonly detail: string } }
      ));

export type UploadEvent =
  | UploadStarted
  | UploadResumed
  | UploadProgressed
  | UploadFinished
  | UploadFailed
  | UploadInterrupted
  | UploadStopped
  | UploadExpired
  | UndoEvent;

/** 4xx refuses the content for good; after 5xx, and after 403 (a quota, which has room again later), the same upload may be sent again. */
const isFinal = (status: number) => status < 500 && status !== 403;

/**
 * One stream per upload. Repeating a finished or refused upload changes nothing; one that was interrupted or stopped is resumed as a new run. A run that
 * was recorded as interrupted may continue until another run has started; one that the user has
 * stopped records what it has done until it ends. One whose undo has begun, or whose record has expired, has ended for good.
 */
export const upload: Decider<UploadCommand, UploadState, UploadEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'StartUpload') return start(command.data, state);
    if (command.type === 'StopUpload') return stop(state);
    if (command.type === 'ExpireUpload') return expire(command.bytes, state);
    if (command.type === 'StartUndo') return startUndo(command, state);
    if (command.type === 'RecordUndo' || command.type === 'FinishUndo') return continueUndo(command, state);
    const { started } = stateOfAttempt(state, command.attemptId);
    const { uploadId, userId, collectionId } = started;
    const name = { uploadId, userId, collectionId };
    switch (command.type) {
      case 'RecordProgress': {
        const { attemptId, counts, skipped, unlisted } = command;
        const type = state.status === 'stopped' ? 'UploadStopped' : 'UploadProgressed';
        return [{ type, data: { ...name, run: attemptId, figures: counts, skipped, ...(unlisted && { unlisted }) } }];
      }
      case 'FinishUpload': {
        const { attemptId, counts, result } = command;
        return [{ type: 'UploadFinished', data: { ...name, run: attemptId, figures: counts, result } }];
      }
      case 'FailUpload': {
        const { attemptId, counts, status, detail } = command;
        return [{ type: 'UploadFailed', data: { ...name, run: attemptId, figures: counts, status, detail } }];
      }
      case 'InterruptUpload': {
        if (state.status === 'interrupted') return [];
        const { attemptId, stored, detail } = command;
        if (state.status === 'stopped') return [{ type: 'UploadStopped', data: { ...name, run: attemptId } }];
        return [{ type: 'UploadInterrupted', data: { ...name, run: attemptId, stored, detail } }];
      }
    }
  },

  evolve: (state, event) => {
    if (event.type === 'UploadStarted') return { status: 'running', started: event.data, attemptId: event.data.run };
    if (state.status === 'missing') return state;
    if (event.type === 'UploadExpired') return { ...state, isExpired: true };
    if (isOfUndo(event)) return { ...state, undo: undoAfter(state.undo, event) };
    const known = { started: state.started };
    const { run: attemptId } = event.data;
    switch (event.type) {
      case 'UploadResumed':
      case 'UploadProgressed':
        return { status: 'running', ...known, attemptId };
      case 'UploadFinished':
        return { status: 'finished', ...known, result: event.data.result };
      case 'UploadFailed': {
        const { status, detail } = event.data;
        return isFinal(status)
          ? { status: 'refused', ...known, refusal: { status, detail } }
          : { status: 'interrupted', ...known, attemptId };
      }
      case 'UploadInterrupted':
        return { status: 'interrupted', ...known, attemptId };
      case 'UploadStopped':
        return { status: 'stopped', ...known, attemptId };
    }
  },

  subjects: ({ type }) => {
    switch (type) {
      case 'UploadStarted':
        return { says: ['start', 'attempt'] };
      case 'UploadExpired':
        return { says: ['expiry'] };
      case 'UploadUndoStarted':
      case 'UploadUndoProgressed':
      case 'UploadUndone':
        return { says: [type] };
      default:
        return { says: ['attempt'] };
    }
  },
};

const start = (data: UploadStarted['data'], state: UploadState): readonly UploadEvent[] => {
  if (state.status === 'missing') return [{ type: 'UploadStarted', data }];
  if (state.started.digest !== data.digest) throw new InvalidInput('Upload-Id was used for another upload');
  // Its result would say that the tickets are stored.
  if (state.undo) throw new InvalidInput('This upload was undone; send it with another Upload-Id');
  if (state.status === 'finished' || state.status === 'refused') return [];
  if (state.isExpired) throw new InvalidInput('The record of this upload has expired; send it with another Upload-Id');
  if (state.status === 'running') {
    if (state.attemptId === data.run) return [];
    throw new UploadRunning();
  }
  const { uploadId, userId, collectionId, run: attemptId } = data;
  return [{ type: 'UploadResumed', data: { uploadId, userId, collectionId, run: attemptId } }];
};

/** Only what runs is stopped. */
const stop = (state: UploadState): readonly UploadEvent[] => {
  if (state.status !== 'running') return [];
  const { uploadId, userId, collectionId } = state.started;
  return [{ type: 'UploadStopped', data: { uploadId, userId, collectionId, run: state.attemptId } }];
};

/** Once: what runs or is being undone keeps its record. */
const expire = (bytes: number, state: UploadState): readonly UploadEvent[] => {
  if (state.status === 'missing' || state.status === 'running' || state.isExpired) return [];
  if (state.undo && !state.undo.isFinished) return [];
  const { uploadId, userId, collectionId } = state.started;
  return [{ type: 'UploadExpired', data: { uploadId, userId, collectionId, bytes } }];
};

/** The state, if `run` may still record events. Throws Superseded if the upload has ended or another run continues it. */
const stateOfAttempt = (state: UploadState, attemptId: string) => {
  if ('attemptId' in state && state.attemptId === attemptId && !state.undo && !state.isExpired) return state;
  throw new Superseded();
};

type Command<Type extends UndoCommand['type']> = Extract<UndoCommand, { readonly type: Type }>;

/** A second request joins the first. Throws UploadNotFound and UploadRunning. */
const startUndo = (
  { undoId, surface, keepsByHand }: Command<'StartUndo'>,
  state: UploadState,
): readonly UploadEvent[] => {
  if (state.status === 'missing' || state.isExpired) throw new UploadNotFound();
  if (state.status === 'running') throw new UploadRunning('The upload is still running: stop it, then undo it');
  if (state.undo) return [];
  const { uploadId, userId, collectionId } = state.started;
  const data = { uploadId, userId, collectionId, undoId, surface, ...(keepsByHand && { keepsByHand }) };
  return [{ type: 'UploadUndoStarted', data }];
};

/** What another process has recorded already is not recorded again. Throws Superseded if there is no such undo. */
const continueUndo = (
  command: Command<'RecordUndo'> | Command<'FinishUndo'>,
  state: UploadState,
): readonly UploadEvent[] => {
  if (state.status === 'missing' || state.undo?.undoId !== command.undoId) throw new Superseded();
  if (state.undo.isFinished) return [];
  const { undoId, counts } = command;
  const { uploadId, userId, collectionId } = state.started;
  const data = { uploadId, userId, collectionId, undoId, figures: counts };
  if (command.type === 'FinishUndo') return [{ type: 'UploadUndone', data }];
  const { after } = command;
  return after <= state.undo.after ? [] : [{ type: 'UploadUndoProgressed', data: { ...data, after } }];
};
