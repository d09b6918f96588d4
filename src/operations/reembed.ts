import { setImmediate } from 'node:timers/promises';
import { chooseModel, readLog } from '../commands/open-log.ts';
import type { CommandContext } from '../commands/command-handler.ts';
import { reembedTickets } from '../commands/reembed-tickets.ts';
import { logLimit, retryingReads } from '../commands/retrying-reads.ts';
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
import { ticketIndexStartingWith } from './resume-model-switch.ts';
import type { ModelsComparison } from './compare-models.ts';
import type { OperationReport, Progress } from './operation.ts';

export type ReembedDependencies = CommandContext & {
  readonly context: ProjectorContext;
  readonly embedders: Embedders;
  readonly index: TicketIndexModel;
  /** Lists the ids of all tickets. */
  readonly collections: ReadModel<never>;
  readonly running: RunningProjection;
};

/** A model to switch to and its embedder. */
type Target = { readonly embedder: Embedder; readonly model: EmbeddingModel };

/** Maximum number of tickets embedded while the projection is paused: about a second of a gateway's time. */
const maxWhilePaused = 100;
/** Uploads that still use the old model add tickets in every round; each round is much shorter than the one before. */
const maxRounds = 50;
/** While the projection is paused, a correction that waits for it keeps its writer from the next one: few rounds are left. */
const maxRoundsWhilePaused = 10;

/** The model to switch to: the named one, else the configured one. An unknown vector length is found by embedding one text. Throws if the model is not available. */
export const targetOf = async (
  embedders: Embedders,
  { model, dimensions }: { readonly model?: string; readonly dimensions?: number },
): Promise<Target> => {
  const isConfigured = model === undefined && dimensions === undefined;
  const embedder = isConfigured
    ? embedders.configured
    : embedders.named(model ?? embedders.configured.model, dimensions);
  if (!embedder) throw new Error(`The model ${String(model)} cannot be called here; set GATEWAY_URL`);
  const length = embedder.dimensions() ?? (await embedder.embedQuery('Проверка')).length;
  return { embedder, model: { model: embedder.model, dimensions: length } };
};

type Options = {
  readonly progress: Progress;
  /** Compares what the two models find, once, before the switch. */
  readonly compare: () => Promise<ModelsComparison>;
};

/**
 * Gives every ticket a vector of another model and switches to it: builds a new generation of the index, catches up with the uploads made
 * meanwhile, compares ids, and records the model in the log as the one in use. An interrupted run continues when it is run again, and so does one whose comparison
 * has refused the switch.
 */
export const reembed = async (
  dependencies: ReembedDependencies,
  target: Target,
  { progress, compare }: Options,
): Promise<OperationReport> => {
  const { model } = target;
  const { model: chosen } = await readLog(streamsOf(dependencies));
  if (chosen?.model === model.model && chosen.dimensions === model.dimensions) {
    const count = await embedMissing(dependencies, progress);
    const line = `${nameOf(target)} is in use already; ${count} tickets got a vector that they lacked`;
    return { succeeded: true, lines: [line] };
  }
  await dependencies.index.abortBuild();
  const building = await dependencies.index.building();
  return embedAndSwitch(dependencies, { target, building, progress, compare });
};

type Reembedding = Options & { readonly target: Target; readonly building: Building };

const embedAndSwitch = async (
  dependencies: ReembedDependencies,
  { target, building, progress, compare }: Reembedding,
): Promise<OperationReport> => {
  const name = nameOf(target);
  const total = (await checksumOf(await dependencies.index.current())).count;
  let embedded = 0;
  let compared: ModelsComparison | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    await catchUpTo((await dependencies.running.status()).position, dependencies, { target, building });
    const { count, refused } = await embed(dependencies, target, {
      generation: building,
      onEmbedded: (more) => progress({ step: 'reembed', done: Math.min(total, embedded + more), total }),
    });
    embedded += count;
    if (refused > 0) return failed(`${name} refuses ${refused} tickets for good`);
    if (count > maxWhilePaused) continue;
    if (!compared) {
      compared = await compare();
      if (compared.refusal !== undefined) return refusedSwitch(dependencies, compared);
      // Tickets came meanwhile.
      continue;
    }
    if (!(await switchTo(dependencies, { target, building }))) continue;
    const line = `${name} is in use now; ${embedded} of ${total} tickets got a vector of it`;
    const kept = 'The old index is kept until npm run reembed -- --drop';
    return { succeeded: true, lines: [...compared.lines, line, kept] };
  }
  return failed('Uploads and corrections came faster than they could be embedded');
};

/** It runs for minutes: a log that is away for a moment does not end it. */
const streamsOf = ({ context: { store, signal } }: ReembedDependencies) => retryingReads(store, logLimit(signal));

const refusedSwitch = async (
  { index }: Pick<ReembedDependencies, 'index'>,
  { lines, refusal = '' }: ModelsComparison,
): Promise<OperationReport> => {
  await index.abortBuild();
  return { succeeded: false, lines: [...lines, ...failed(refusal).lines] };
};

const nameOf = ({ model: { model, dimensions } }: Target) => `${model} with ${dimensions} dimensions`;

const failed = (reason: string): OperationReport => ({
  succeeded: false,
  lines: [`${reason}; the old model stays in use`],
});

/** Gives tickets that lack one a vector of the model in use; returns how many got one. Throws Unavailable if some lack one and the model cannot be called. */
export const embedMissing = async (dependencies: ReembedDependencies, progress: Progress): Promise<number> => {
  const { model } = await readLog(streamsOf(dependencies));
  const generation = await dependencies.index.current();
  if (!model || !(await lacksTickets(generation, await dependencies.collections.current()))) return 0;
  const target = { embedder: embedderOf(dependencies.embedders, model), model };
  const { count, positions } = await embed(dependencies, target, {
    generation,
    onEmbedded: (done) => progress({ step: 'embed', done, total: done }),
  });
  await dependencies.running.waitForPosition(positions);
  return count;
};

type Building = Generation<TicketIndexChange>;

const lacksTickets = async (generation: Building, wanted: Pick<Building, 'ids'>): Promise<boolean> =>
  (await missingFrom(generation, wanted).next()).done !== true;

const catchUpTo = (
  goal: bigint,
  { context }: ReembedDependencies,
  { target: { model }, building }: Pick<Reembedding, 'target' | 'building'>,
) => {
  const projection = ticketIndexStartingWith(() => Promise.resolve(model));
  return catchUp(projection, building, { context, goal: () => goal, progress: () => undefined });
};

type Embedding = {
  readonly generation: Building;
  /** Called after each batch with the number of tickets embedded so far. */
  readonly onEmbedded: (count: number) => void;
};
type Embedded = { readonly count: number; readonly refused: number; readonly positions: readonly bigint[] };

/** Embeds the tickets that the generation lacks, in batches. */
const embed = async (
  dependencies: ReembedDependencies,
  { embedder, model }: Target,
  { generation, onEmbedded }: Embedding,
): Promise<Embedded> => {
  const { context, now, newId } = dependencies;
  const streams = streamsOf(dependencies);
  const run = { streams, embedder, model, now, commandId: newId(), retryLimit: logLimit(context.signal) };
  const positions: bigint[] = [];
  let refused = 0;
  for await (const ids of missingFrom(generation, await dependencies.collections.current())) {
    const tickets = ids.flatMap((id) => {
      const [collectionId = '', recordId] = id.split('/');
      return recordId === undefined ? [] : [streamOf.ticket(collectionId, recordId)];
    });
    for (let first = 0; first < tickets.length; first += embedder.batchSize) {
      context.signal.throwIfAborted();
      const done = await reembedTickets(run, tickets.slice(first, first + embedder.batchSize));
      positions.push(...done.positions);
      refused += done.refused;
      onEmbedded(positions.length);
      // Lets appends and the projection run between two batches.
      await setImmediate();
    }
  }
  return { count: positions.length, refused, positions };
};

/**
 * Embeds the last tickets while the projection is paused and switches; false if the new generation still lacks a ticket of the current one: at once if
 * none of them can be embedded now. What was corrected between the last position and the new vectors gets its vector in the next round.
 */
const switchTo = (
  dependencies: ReembedDependencies,
  { target, building }: Pick<Reembedding, 'target' | 'building'>,
): Promise<boolean> =>
  dependencies.running.pauseProjection(async (position) => {
    const current = await dependencies.index.current();
    let goal = position;
    for (let round = 0; round < maxRoundsWhilePaused; round += 1) {
      await catchUpTo(goal, dependencies, { target, building });
      if (!(await lacksTickets(building, current))) {
        await chooseModel(streamsOf(dependencies), dependencies, target.model);
        await dependencies.index.promote('keep');
        return true;
      }
      const { positions } = await embed(dependencies, target, { generation: building, onEmbedded: () => undefined });
      if (positions.length === 0) return false;
      goal = positions.reduce((highest, one) => (one > highest ? one : highest), goal);
    }
    return false;
  });
