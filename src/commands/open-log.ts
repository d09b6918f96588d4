import { logIdentity } from '../domain/log-identity.ts';
import { streamOf } from '../domain/streams.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { Streams } from '../ports/event-store.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Returns the log's id and the chosen embedding model; either is undefined until its event exists. */
export const readLog = async (streams: Pick<Streams, 'read'>) =>
  (await streams.read(streamOf.log)).reduce(
    (state, event) => logIdentity.evolve(state, event as Parameters<typeof logIdentity.evolve>[1]),
    logIdentity.initialState,
  );

/** Returns the log's id, and creates it in a new log. Of several processes that start at once, one creates it. */
export const openLog = async (streams: Streams, context: CommandContext): Promise<string> => {
  const handle = commandHandler(streams, context);
  const command = { type: 'CreateLog', logId: context.newId() } as const;
  await handle({ stream: streamOf.log, decider: logIdentity, command });
  const { logId } = await readLog(streams);
  if (logId === undefined) throw new Error('The event log has no identity');
  return logId;
};

/** Chooses a model in place of the present one; returns the position of the event. */
export const chooseModel = async (
  streams: Streams,
  context: CommandContext,
  model: EmbeddingModel,
): Promise<bigint> => {
  const handle = commandHandler(streams, context);
  return handle({ stream: streamOf.log, decider: logIdentity, command: { type: 'ChooseModel', model } });
};

/** Chooses a model if there is none yet; returns the chosen one. */
export const chooseFirstModel = async (
  streams: Streams,
  context: CommandContext,
  model: EmbeddingModel,
): Promise<EmbeddingModel> => {
  const handle = commandHandler(streams, context);
  await handle({ stream: streamOf.log, decider: logIdentity, command: { type: 'ChooseFirstModel', model } });
  return (await readLog(streams)).model ?? model;
};
