import { setTimeout } from 'node:timers/promises';
import type { CommandContext } from '../commands/command-handler.ts';
import { readLog } from '../commands/open-log.ts';
import { reembedTickets } from '../commands/reembed-tickets.ts';
import type { BackgroundService } from '../concurrency/background-service.ts';
import { unlessAborted } from '../concurrency/timeout.ts';
import { Superseded } from '../domain/errors.ts';
import type { UndoCounts } from '../domain/events.ts';
import { recordId } from '../domain/ticket-record.ts';
import { isVectorOf } from '../domain/vector.ts';
import type { Collections } from '../ports/collections.ts';
import { type Embedders, embedderOf } from '../ports/embedders.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { isProcessed, type TicketOfUpload, type UploadRecord, type Uploads } from '../ports/uploads.ts';
import { type ChangedTicket, type Undo, type UndoneTickets, undoTickets } from './undo-tickets.ts';
import { uploadStream } from './upload-stream.ts';

/** Small enough that a step blocks the writer for some ten milliseconds only. */
const ticketsPerStep = 100;
const pauseBetweenStepsMs = 5;
const recordIntervalMs = 1_000;
const pollIntervalMs = 1_000;
/** How many undos run at a time, of as many tenants. */
const maxConcurrentUndos = 4;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: Pick<ReadYourWrites, 'waitForPosition'>;
  readonly uploads: Pick<Uploads, 'tickets'>;
  readonly collections: Pick<Collections, 'known'>;
  /** Loaded on demand: only a text that is taken back after a change of the model is embedded. */
  readonly embedders: () => Promise<Embedders>;
};

/** Undoes an upload from where its undo was recorded last; it ends early, to be continued, when the signal aborts. Throws Unavailable. */
export type UndoUpload = (upload: UploadRecord, signal: AbortSignal) => Promise<void>;

/**
 * Takes back what an upload did, page by page in its order, and records once a second how far it has come: of the pages since then a repeat finds that
 * they are done. Resolves when searches and counts are so and that is recorded.
 */
export const undoUpload = (dependencies: Dependencies): UndoUpload => {
  const { uploads, projected } = dependencies;
  return async (upload, signal) => {
    const stream = uploadStream(dependencies, upload);
    await stream.load();
    const state = stream.state();
    if (state.status === 'missing' || !state.undo || state.undo.isFinished) return;
    const { undoId, surface, keepsByHand } = state.undo;
    const { collectionId, uploadId, userId: tenantId } = upload;
    const startedAt = stream.positionOf('UploadUndoStarted') ?? 0n;
    const undo = { tenantId, collectionId, uploadId, undoId, surface, keepsByHand, startedAt };
    const step = undoStep(dependencies, undo, signal);
    let { after, counts } = state.undo;
    let newest = 0n;
    let recordedAt = performance.now();
    for (let isLast = false; !isLast;) {
      if (signal.aborted) return;
      const page = await uploads.tickets(upload, { after: after < 0 ? undefined : after, limit: ticketsPerStep });
      const done = await step(page);
      counts = sumOf(counts, done.counts);
      if (done.newest > newest) newest = done.newest;
      after = page.at(-1)?.index ?? after;
      isLast = page.length < ticketsPerStep;
      if (performance.now() - recordedAt >= recordIntervalMs) {
        await stream.record({ type: 'RecordUndo', undoId, after, counts });
        recordedAt = performance.now();
      }
      await setTimeout(pauseBetweenStepsMs);
    }
    if (!(await isVisible(dependencies, newest, signal))) return;
    const end = await stream.record({ type: 'FinishUndo', undoId, counts });
    await projected.waitForPosition(['uploads'], [end]);
  };
};

/** Undoes a page of an upload's tickets. Those whose erasure was requested are left to it, whether or not their streams still have their texts. */
const undoStep =
  (dependencies: Dependencies, undo: Undo, signal: AbortSignal) =>
  async (page: readonly TicketOfUpload[]): Promise<UndoneTickets> => {
    const changed = page.filter((one): one is ChangedTicket => isProcessed(one.outcome));
    const recordOf = ({ ticketId }: ChangedTicket) => recordId(undo.tenantId, ticketId);
    const known = await dependencies.collections.known(undo.collectionId, changed.map(recordOf));
    const present = changed.filter((one) => known.get(recordOf(one))?.state !== 'erased');
    const done = await undoTickets(dependencies, undo, present);
    // A change of the model pauses the projection until it is recorded, so that after the wait the model is known.
    if (done.takenBack.length > 0 && (await isVisible(dependencies, done.newest, signal))) {
      await followModel(dependencies, undo, done.takenBack);
    }
    const gone = done.counts.gone + changed.length - present.length;
    return { ...done, counts: { ...done.counts, gone } };
  };

/** Texts that were taken back have the vectors of their time: those of another model than the one in use are embedded again. */
const followModel = async (
  { streams, embedders, now }: Dependencies,
  { undoId }: Undo,
  takenBack: UndoneTickets['takenBack'],
): Promise<void> => {
  const { model } = await readLog(streams);
  if (!model) return;
  const outdated = takenBack.filter(({ vector }) => !isVectorOf(vector, model)).map(({ stream }) => stream);
  if (outdated.length === 0) return;
  const context = { streams, embedder: embedderOf(await embedders(), model), model, now, commandId: undoId };
  await reembedTickets(context, outdated);
};

/** Waits until searches and counts are as of a position; false if the signal aborts before. Throws Unavailable. */
const isVisible = async (
  { projected }: Pick<Dependencies, 'projected'>,
  position: bigint,
  signal: AbortSignal,
): Promise<boolean> => {
  const waiting = projected.waitForPosition(['collections', 'ticket-index'], [position]);
  const waited = await unlessAborted(waiting, signal, () => undefined);
  if (waited) throwIfStalled(waited, 'the undo goes on by itself');
  return waited !== undefined;
};

const sumOf = (one: UndoCounts, other: UndoCounts): UndoCounts => ({
  withdrawn: one.withdrawn + other.withdrawn,
  corrected: one.corrected + other.corrected,
  takenBack: one.takenBack + other.takenBack,
  left: one.left + other.left,
  gone: one.gone + other.gone,
  ...((one.kept ?? other.kept) !== undefined && { kept: (one.kept ?? 0) + (other.kept ?? 0) }),
});

type Context = {
  readonly undoing: Uploads['undoing'];
  /** `acquire` resolves when this process may run undos, with a signal that aborts when it no longer may. */
  readonly leadership: { readonly acquire: () => Promise<AbortSignal> };
  /** Waits before an undo is tried again, longer the more have failed in a row. */
  readonly pause: (failures: number, signal: AbortSignal) => Promise<void>;
  readonly failed: (service: string, error: unknown) => void;
};

const name = 'the undo of uploads';

/** Runs the undos that have begun, those of a tenant one after the other. */
export const undoService = (undo: UndoUpload, { undoing, leadership, pause, failed }: Context): BackgroundService => {
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, number>();
  const start = (upload: UploadRecord, term: AbortSignal) => {
    const { userId } = upload;
    const fail = async (error: unknown): Promise<void> => {
      // A deleted collection takes the upload's stream with it.
      if (term.aborted || error instanceof Superseded) return;
      failed(name, error);
      const consecutive = (failures.get(userId) ?? 0) + 1;
      failures.set(userId, consecutive);
      await pause(consecutive, term);
    };
    const work = undo(upload, term)
      .then(() => void failures.delete(userId), fail)
      .finally(() => running.delete(userId));
    running.set(userId, work);
  };
  return {
    name,
    intervalMs: pollIntervalMs,
    runOnce: async () => {
      const term = await leadership.acquire();
      for (const upload of await undoing()) {
        if (running.size < maxConcurrentUndos && !running.has(upload.userId)) start(upload, term);
      }
    },
    stop: () => Promise.all(running.values()),
  };
};
