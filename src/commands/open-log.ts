import { logIdentity } from '../domain/log-identity.ts';
import { streamOf } from '../domain/streams.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { Streams } from '../ports/event-store.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** What the log says of itself: its identity, and the model whose vectors are in use (undefined before the first was chosen). */
export const readLog = async (streams: Pick<Streams, 'read'>) =>
  (await streams.read(streamOf.log)).reduce(
    (state, event) => logIdentity.evolve(state, event as Parameters<typeof logIdentity.evolve>[1]),
    logIdentity.initialState,
  );

/** Gives a new log its identity; of several that start at once one wins. Returns the identity. */
export const openLog = async (streams: Streams, context: CommandContext): Promise<string> => {
  const handle = commandHandler(streams, context);
  const command = { type: 'CreateLog', logId: context.newId() } as const;
  await handle({ stream: streamOf.log, decider: logIdentity, command });
  const { logId } = await readLog(streams);
  if (logId === undefined) throw new Error('The event log has no identity');
  return logId;
};

/** Makes a model the one in use, whichever was before. */
export const chooseModel = async (
  streams: Streams,
  context: CommandContext,
  model: EmbeddingModel,
): Promise<bigint> => {
  const handle = commandHandler(streams, context);
  return handle({ stream: streamOf.log, decider: logIdentity, command: { type: 'ChooseModel', model } });
};

/** Makes a model the one in use if none was chosen yet; returns the one that is. */
export const chooseFirstModel = async (
  streams: Streams,
  context: CommandContext,
  model: EmbeddingModel,
): Promise<EmbeddingModel> => {
  const handle = commandHandler(streams, context);
  await handle({ stream: streamOf.log, decider: logIdentity, command: { type: 'ChooseFirstModel', model } });
  return (await readLog(streams)).model ?? model;
};
