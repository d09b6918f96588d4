import type { EmbeddingModel } from '../domain/events.ts';
import type { TicketIndexModel } from '../ports/ticket-index.ts';
import { catchUp } from '../../projections/catch-up.ts';
import { ticketIndexProjection } from '../../projections/ticket-index.ts';
import type { ProjectorContext } from '../../projections/apply-events.ts';

type Projection = typeof ticketIndexProjection;

/** The projection into a copy that begins with a model, so that the vectors of others in the log are passed over. */
export const beginningWith = (model: EmbeddingModel): Projection => inUseProjection(() => Promise.resolve(model));

/** The projection into a copy that begins with whichever model the log says is in use; with none before the first was chosen. */
export const inUseProjection = (chosen: () => Promise<EmbeddingModel | undefined>): Projection => ({
  ...ticketIndexProjection,
  beginning: async () => {
    const model = await chosen();
    return model ? [{ type: 'choose model', model, position: 0n }] : [];
  },
});

type Models = {
  readonly index: TicketIndexModel;
  /** The model of the copy that searches use. */
  readonly inUse: () => Promise<EmbeddingModel | undefined>;
  readonly chosen: () => Promise<EmbeddingModel | undefined>;
};

/** A crash between the choice of another model and the switch to its copy is made good: the copy is built from the log and takes its place. */
export const adoptModel = async (
  context: ProjectorContext & { readonly store: { readonly head: () => Promise<bigint> } },
  { index, inUse, chosen }: Models,
): Promise<void> => {
  const [model, current] = [await chosen(), await inUse()];
  if (!model || !current || (model.model === current.model && model.dimensions === current.dimensions)) return;
  const goal = await context.store.head();
  await index.abortBuild();
  const copy = await index.building();
  await catchUp(beginningWith(model), copy, { context: context, goal: () => goal, progress: () => undefined });
  if (!context.signal.aborted) await index.promote('keep');
};
