import type { EmbeddingModel } from '../domain/events.ts';
import { isSameModel } from '../domain/vector.ts';
import type { LogProgress } from '../ports/event-store.ts';
import type { TicketIndexModel } from '../ports/ticket-index.ts';
import type { ProjectorContext } from '../../projections/apply-events.ts';
import { catchUp } from '../../projections/catch-up.ts';
import { ticketIndexProjection } from '../../projections/ticket-index.ts';
import type { OperationReport, OperationRunner } from './operation.ts';

type Model = () => Promise<EmbeddingModel | undefined>;

/** The ticket index projection whose empty generation starts with a model, so that vectors of other models in the log are ignored; without one before the first was chosen. */
export const ticketIndexStartingWith = (modelOf: Model): typeof ticketIndexProjection => ({
  ...ticketIndexProjection,
  beginning: async () => {
    const model = await modelOf();
    return model ? [{ type: 'choose model', model, position: 0n }] : [];
  },
});

type Options = {
  readonly index: TicketIndexModel;
  /** The model of the generation that searches use. */
  readonly searched: Model;
  /** The model in use according to the log. */
  readonly chosen: Model;
};

/** Completes a model switch that a crash ended between the choice in the log and the promotion of the new generation, which is rebuilt from the log. */
export const resumeModelSwitch = async (
  context: ProjectorContext & { readonly store: Pick<LogProgress, 'head'> },
  { index, searched, chosen }: Options,
): Promise<void> => {
  const [model, current] = [await chosen(), await searched()];
  if (!model || !current || isSameModel(model, current)) return;
  const goal = await context.store.head();
  await index.abortBuild();
  const building = await index.building();
  const projection = ticketIndexStartingWith(() => Promise.resolve(model));
  await catchUp(projection, building, { context, goal: () => goal, progress: () => undefined });
  if (!context.signal.aborted) await index.promote('keep');
};

type Renewal = {
  readonly runner: Pick<OperationRunner, 'operate'>;
  /** The model in use according to the log. */
  readonly chosen: Model;
  /** The names of the local models that this release can call, first that of new logs. */
  readonly localModels: readonly [string, ...string[]];
  readonly isLeader: () => boolean;
};

/** Reembeds the tickets if the model in use is an earlier version of the local model, which this release cannot call; returns the report, undefined if there was nothing to do. */
export const renewLocalModel = async ({
  runner,
  chosen,
  localModels,
  isLeader,
}: Renewal): Promise<OperationReport | undefined> => {
  const name = (await chosen())?.model;
  if (!name?.startsWith('local-') || localModels.includes(name) || !isLeader()) return undefined;
  return runner.operate({ operation: 'reembed', model: localModels[0] });
};
