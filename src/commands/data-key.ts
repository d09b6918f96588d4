import { dataKey, type DataKeyState } from '../domain/data-key.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Which data key the API keys of the log are sealed with, and the position at which the latest rotation of all of them began. */
export const readDataKey = async (
  streams: Pick<Streams, 'read'>,
): Promise<DataKeyState & { readonly startedAt: bigint | undefined }> => {
  const past = await streams.read(streamOf.dataKey);
  const state = past.reduce(
    (current, event) => dataKey.evolve(current, event as Parameters<typeof dataKey.evolve>[1]),
    dataKey.initialState,
  );
  return { ...state, startedAt: past.findLast(({ type }) => type === 'ApiKeyRotationStarted')?.position };
};

/** Records the data key unless another process has recorded one meanwhile; returns the id of the recorded one. */
export const chooseDataKey = async (
  streams: Streams,
  context: CommandContext,
  choice: { readonly dataKeyId: string; readonly instead: string | undefined },
): Promise<string | undefined> => {
  const command = { type: 'ChooseDataKey', ...choice } as const;
  await commandHandler(streams, context)({ stream: streamOf.dataKey, decider: dataKey, command });
  return (await readDataKey(streams)).dataKeyId;
};

/** A rotation of all API keys that has begun: accounts that changed their key after `startedAt` have a new one already. */
export type Rotation = { readonly run: string; readonly startedAt: bigint };

/** Begins a rotation of all API keys, or continues the unfinished one with the same data key. Returns undefined if this run has finished already. */
export const startRotation = async (
  streams: Streams,
  context: CommandContext,
  wanted: { readonly run: string; readonly dataKeyId: string },
): Promise<Rotation | undefined> => {
  const command = { type: 'StartRotation', ...wanted } as const;
  await commandHandler(streams, context)({ stream: streamOf.dataKey, decider: dataKey, command });
  const { rotation, startedAt } = await readDataKey(streams);
  return rotation?.dataKeyId === wanted.dataKeyId && startedAt !== undefined
    ? { run: rotation.run, startedAt }
    : undefined;
};

export const finishRotation = async (streams: Streams, context: CommandContext, run: string): Promise<void> => {
  const command = { type: 'FinishRotation', run } as const;
  await commandHandler(streams, context)({ stream: streamOf.dataKey, decider: dataKey, command });
};
