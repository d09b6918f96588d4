import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { requestErasure } from '../../src/commands/request-erasure.ts';
import { stateAfter } from '../../src/domain/decider.ts';
import { erasure } from '../../src/domain/erasure.ts';
import type { ErasureStep } from '../../src/domain/erasure-events.ts';
import type { Fact } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { ticketEraser } from '../../src/operations/erase-tickets.ts';
import { quotesFile } from '../../src/ticket-files/columns.ts';
import { expireUpload } from '../../src/uploads/expire-uploads.ts';
import type { EventStore } from '../../src/ports/event-store.ts';
import { searchEvents } from '../../src/operations/search-events.ts';
import { singleProcess } from '../../projections/leadership.ts';
import { openEmbedded } from './embedded.ts';
import { collectionCreated, newEvent, ticketCorrected, ticketStored } from './events.ts';
import { erasedContentsIn } from './views-files.ts';

/** Waits until something is so; throws after five minutes. */
export const until = async (isDone: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 300_000; !(await isDone());) {
    if (Date.now() > end) throw new Error('It did not come to an end');
    await setTimeout(20);
  }
};

/** What an eraser needs. */
export type EraserContext = Parameters<typeof ticketEraser>[0];

/** As a folder does: an eraser that comes later finds what one before has saved. */
export const memoryPieces = (): EraserContext['keptPieces'] => {
  const saved = new Map<string, readonly string[]>();
  return {
    save: async (id, pieces) => Promise.resolve(void saved.set(id, pieces)),
    load: (id) => Promise.resolve(saved.get(id) ?? []),
    remove: async (id) => Promise.resolve(void saved.delete(id)),
    ids: () => Promise.resolve([...saved.keys()]),
  };
};

/** A search of files that finds those of the wanted pieces that are chosen, in a file `rows.db`. */
export const foundPieces = (
  choose: (pieces: readonly string[], tenantId: string) => readonly string[],
): EraserContext['files'] => ({
  bodies: () => Promise.resolve([]),
  search: (wanted) => {
    const found = new Map(
      [...wanted].map(([tenant, pieces]) => [
        tenant,
        new Map(choose(pieces, tenant).map((piece) => [piece, 'rows.db'])),
      ]),
    );
    return Promise.resolve({ files: 1, bytes: 1, found });
  },
});

const names = ['collections', 'ticket-index', 'questions'] as const;
const clock = { now: () => new Date(), newId: randomUUID };

/** Changes the tickets before they are requested to be erased, by their streams. */
type ChangeTickets = (
  writer: Pick<EventStore, 'appendAll'>,
  streams: readonly string[],
  owner: { readonly tenantId: string; readonly collectionId: string },
) => Promise<void>;

/** A folder with tickets, of which two are requested to be erased, one of them corrected, and what an eraser needs of it. */
export const requestedErasure = async (
  t: ExecutionContext,
  correction = 'Исправленный текст о том же самом',
  change: ChangeTickets = () => Promise.resolve(),
) => {
  const embedded = await openEmbedded(t, { purge: false });
  const { writer, store, collections, erasures, uploads, questions, tickets, folder } = embedded;
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const append = (stream: string, fact: Fact, expected: 'no stream' | number = 'no stream') => ({
    stream,
    expected,
    events: [newEvent(fact)],
  });
  const facts = Array.from({ length: 6 }, (_, index) =>
    ticketStored({ tenantId, collectionId, ticketId: String(index) }),
  );
  const corrected = ticketCorrected({ tenantId, collectionId, ticketId: '1' }, 2, correction);
  const streams = facts.map(({ data }) => streamOf.ticket(collectionId, data.recordId));
  const outcomes = await writer.appendAll([
    append('log', { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } }, 0),
    append(streamOf.collection(collectionId), collectionCreated(collectionId, tenantId)),
    ...facts.map((fact, index) => append(streams[index] ?? '', fact)),
    append(streams[1] ?? '', corrected, 0),
  ]);
  const positions = outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : []));
  await writer.waitForPosition(names, positions);
  await change(writer, streams, { tenantId, collectionId });
  const admit = () => Promise.resolve();
  const request = requestErasure({ ...clock, streams: writer, projected: writer, collections, erasures, admit });
  const erasureId = await request({
    ...{ tenantId, collectionId, collectionName: 'Support', requestedFor: null, remaining: 0, inParts: false },
    ...{ ticketIds: ['1', '4', '99'], surface: 'web' },
  });
  const stop = new AbortController();
  t.teardown(() => stop.abort());
  const context = {
    ...clock,
    store: { ...store, appendAll: writer.appendAll, read: writer.read },
    erased: undefined,
    quotesFile,
    expireUpload: expireUpload({ ...clock, streams: writer }),
    erasures,
    collections,
    tickets,
    uploads,
    questions,
    contents: erasedContentsIn(t, folder),
    files: foundPieces(() => []),
    searchLog: searchEvents(store),
    warn: () => undefined,
    keptPieces: memoryPieces(),
    eraseTraces: () => Promise.resolve(undefined),
    leadership: singleProcess(stop.signal),
    signal: stop.signal,
  };
  const events = () => writer.read(streamOf.erasure(collectionId, erasureId));
  const proven = async () => {
    const state = stateAfter(erasure, await events());
    return 'proven' in state ? [...state.proven] : [];
  };
  const foundIn = async (step: ErasureStep) => {
    const proofs = (await events()).flatMap((event) => (event.type === 'ErasureProven' ? [event.data] : []));
    return proofs.find((data) => data.step === step)?.found ?? {};
  };
  const failed = (_service: string, error: unknown) => t.fail(String(error));
  const log = { proven, events, foundIn, streams, store };
  return { context, failed, stop, ...log, erasureId, folder, writer, collectionId, tenantId };
};
