import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { newFileStates } from '../../src/adapters/sqlite/file-health.ts';
import { openWriter } from '../../src/composition/open-writer.ts';
import { parseConfig } from '../../src/config.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { projectionNames } from '../../src/ports/read-your-writes.ts';
import { collectionCreated, newEvent, ticketStored } from './events.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testEmbedders } from './embedders.ts';

/** The writer as the service runs it, on a folder; its warnings, and the memory that it shares with readers. */
export const openFolder = async (t: ExecutionContext, folder: string) => {
  const warnings: string[] = [];
  const fileStates = newFileStates();
  const { methods, projecting } = await openWriter(
    parseConfig({ DATA_DIR: folder }),
    { rebuilding: () => undefined, warn: (message, fields) => warnings.push(`${message} ${JSON.stringify(fields)}`) },
    { purge: false, fileStates, embedders: () => Promise.resolve(testEmbedders().embedders) },
  );
  const stop = once(methods.stop);
  t.teardown(stop);
  await projecting;
  return { writer: { ...methods, stop }, warnings, fileStates };
};

const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
};

export type FilledFolder = { readonly folder: string; readonly collectionId: string; readonly tenantId: string };

/** A folder with one collection of `count` tickets, whose writer has stopped: the positions of the tickets are 4, 5, … */
export const filledFolder = async (t: ExecutionContext, count: number): Promise<FilledFolder> => {
  const folder = temporaryFolder(t);
  const { writer } = await openFolder(t, folder);
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const chosen = { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } } as const;
  await writer.appendAll([{ stream: 'log', expected: 0, events: [newEvent(chosen)] }]);
  const created = newEvent(collectionCreated(collectionId, tenantId));
  await writer.appendAll([{ stream: streamOf.collection(collectionId), expected: 'no stream', events: [created] }]);
  const facts = Array.from({ length: count }, (_, index) =>
    ticketStored({ tenantId, collectionId, ticketId: String(index) }),
  );
  const outcomes = await writer.appendAll(
    facts.map((fact) => ({
      stream: streamOf.ticket(collectionId, fact.data.recordId),
      expected: 'no stream',
      events: [newEvent(fact)],
    })),
  );
  const positions = outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : []));
  await writer.waitForPosition(projectionNames, positions);
  await writer.stop();
  return { folder, collectionId, tenantId };
};
