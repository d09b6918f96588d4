import { setImmediate } from 'node:timers/promises';
import { chooseModel, readLog } from '../commands/open-log.ts';
import type { CommandContext } from '../commands/command-handler.ts';
import { reembedTickets } from '../commands/reembed-tickets.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { Embedder } from '../ports/embedder.ts';
import { type Embedders, embedderOf } from '../ports/embedders.ts';
import type { ReadModel, Generation } from '../ports/read-model.ts';
import type { TicketIndexChange, TicketIndexModel } from '../ports/ticket-index.ts';
import { checksumOf, missingFrom } from '../../projections/checksum.ts';
import { catchUp } from '../../projections/catch-up.ts';
import type { RunningProjection } from '../../projections/projector.ts';
import type { ProjectorContext } from '../../projections/apply-events.ts';
import { beginningWith } from './resume-model-switch.ts';
import type { OperationReport, Progress } from './operation.ts';

export type Reembed = CommandContext & {
  readonly context: ProjectorContext;
  readonly embedders: Embedders;
  readonly index: TicketIndexModel;
  /** Which tickets there are. */
  readonly collections: ReadModel<never>;
  readonly running: RunningProjection;
};

export type Target = { readonly embedder: Embedder; readonly model: EmbeddingModel };

/** What the projection may be held still for: about a second of a gateway's time. */
const fewEnough = 100;
/** Uploads that go on with the old model bring new work in every round; a round is far shorter than the one before. */
const mostRounds = 50;

/** The model to change to: the one named, else the configured one; the length of its vectors is asked for where nothing tells it. */
export const targetOf = async (
  embedders: Embedders,
  { model, dimensions }: { readonly model?: string; readonly dimensions?: number },
): Promise<Target> => {
  const plain = model === undefined && dimensions === undefined;
  const embedder = plain ? embedders.configured : embedders.named(model ?? embedders.configured.model, dimensions);
  if (!embedder) throw new Error(`The model ${String(model)} cannot be called here; set GATEWAY_URL`);
  const length = embedder.dimensions() ?? (await embedder.embedQuery('Проверка')).length;
  return { embedder, model: { model: embedder.model, dimensions: length } };
};

/**
 * Gives every ticket a vector of another model and switches to it: fills a second copy of the index beside the one in use, follows what is
 * uploaded meanwhile, compares ids, and makes the model the one in use. Broken off, it goes on where it was when it is run again.
 */
export const reembed = async (dependencies: Reembed, target: Target, progress: Progress): Promise<OperationReport> => {
  const { model } = target;
  const name = `${model.model} with ${model.dimensions} dimensions`;
  const { model: chosen } = await readLog(dependencies.context.store);
  if (chosen?.model === model.model && chosen.dimensions === model.dimensions) {
    const count = await embedMissing(dependencies, progress);
    return { succeeded: true, lines: [`${name} is in use already; ${count} tickets got a vector that they lacked`] };
  }
  await dependencies.index.abortBuild();
  const copy = await dependencies.index.building();
  const total = (await checksumOf(await dependencies.index.current())).count;
  let embedded = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    await feed(dependencies, copy, { model, goal: (await dependencies.running.status()).position });
    const tell = (more: number) => progress({ step: 'reembed', done: Math.min(total, embedded + more), total });
    const some = await embed(dependencies, target, { copy, tell });
    embedded += some.count;
    if (some.refused > 0)
      return { succeeded: false, lines: [`${name} refuses ${some.refused} tickets for good; ${stays}`] };
    if (some.count > fewEnough || !(await switchTo(dependencies, target, copy))) continue;
    const line = `${name} is in use now; ${embedded} of ${total} tickets got a vector of it`;
    return { succeeded: true, lines: [line, 'The old index is kept until npm run reembed -- --drop'] };
  }
  return { succeeded: false, lines: [`Uploads brought tickets faster than they could be embedded; ${stays}`] };
};

const stays = 'the old model stays in use';

/** Gives tickets that lack one a vector of the model in use; returns how many got one. */
export const embedMissing = async (dependencies: Reembed, progress: Progress): Promise<number> => {
  const { model } = await readLog(dependencies.context.store);
  if (!model) return 0;
  const target = { embedder: embedderOf(dependencies.embedders, model), model };
  const tell = (done: number) => progress({ step: 'embed', done, total: done });
  const { count, positions } = await embed(dependencies, target, { copy: await dependencies.index.current(), tell });
  await dependencies.running.waitForPosition(positions);
  return count;
};

type Copy = Generation<TicketIndexChange>;

const feed = (
  { context }: Reembed,
  copy: Copy,
  { model, goal }: { readonly model: EmbeddingModel; readonly goal: bigint },
) => catchUp(beginningWith(model), copy, { context, goal: () => goal, progress: () => undefined });

type Embedding = { readonly copy: Copy; readonly tell: (done: number) => void };
type Embedded = { readonly count: number; readonly refused: number; readonly positions: readonly bigint[] };

/** Embeds the tickets that the copy does not have, some batches at a time. */
const embed = async (
  dependencies: Reembed,
  { embedder, model }: Target,
  { copy, tell }: Embedding,
): Promise<Embedded> => {
  const { context, now, newId } = dependencies;
  const run = { streams: context.store, embedder, model, now, commandId: newId() };
  const positions: bigint[] = [];
  let refused = 0;
  for await (const ids of missingFrom(copy, await dependencies.collections.current())) {
    const streams = ids.flatMap((id) => {
      const [collectionId = '', recordId] = id.split('/');
      return recordId === undefined ? [] : [streamOf.ticket(collectionId, recordId)];
    });
    for (let first = 0; first < streams.length; first += embedder.batchSize) {
      context.signal.throwIfAborted();
      const done = await reembedTickets(run, streams.slice(first, first + embedder.batchSize));
      positions.push(...done.positions);
      refused += done.refused;
      tell(positions.length);
      // Appends and the projection go between two batches.
      await setImmediate();
    }
  }
  return { count: positions.length, refused, positions };
};

/** Embeds the last few while the projection stands still; false where the copy lacks a ticket that can be found now. */
const switchTo = async (dependencies: Reembed, target: Target, copy: Copy): Promise<boolean> =>
  dependencies.running.pauseProjection(async (position) => {
    const { model } = target;
    const { positions } = await embed(dependencies, target, { copy, tell: () => undefined });
    await feed(dependencies, copy, {
      model,
      goal: positions.reduce((last, one) => (one > last ? one : last), position),
    });
    for await (const missing of missingFrom(copy, await dependencies.index.current()))
      if (missing.length > 0) return false;
    await chooseModel(dependencies.context.store, dependencies, model);
    await dependencies.index.promote('keep');
    return true;
  });
