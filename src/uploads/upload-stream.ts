import { ChangedMeanwhile, InvalidInput } from '../domain/errors.ts';
import type { NewEvent, UploadName } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { upload as decider, type UploadCommand, type UploadEvent, type UploadState } from '../domain/upload.ts';
import { uuidV5 } from '../platform/uuid.ts';
import type { Streams } from '../ports/event-store.ts';
import { appendWithRetry, type CommandContext, type RetryLimit } from '../commands/command-handler.ts';

/** How often commands are decided again after another process has appended to the same stream. */
const maxAttempts = 5;

type Loaded = { readonly state: UploadState; readonly revision: number; readonly position: bigint };

/**
 * The stream of an upload as one attempt writes it; the state is kept, so that the stream is not read before each append. `record` decides commands in
 * their order and appends their events at once; it returns the position of the newest event. Throws what the decider throws, InvalidInput if the stream
 * was erased with its collection, Unavailable and ChangedMeanwhile.
 */
export const uploadStream = (
  { streams: ownStreams, now, newId }: CommandContext & { readonly streams: Streams },
  { userId, uploadId }: Pick<UploadName, 'userId' | 'uploadId'>,
) => {
  const stream = streamOf.upload(userId, uploadId);
  const commandId = newId();
  let current: Loaded = { state: decider.initialState, revision: -1, position: 0n };
  let recorded = 0;

  const load = async (streams = ownStreams) => {
    current = await readUpload(streams, stream);
  };
  const newEvents = (facts: readonly UploadEvent[]): readonly NewEvent[] => {
    const metadata = { at: now().toISOString(), commandId, tenantId: userId, uploadId };
    return facts.map((fact) => ({ ...fact, id: uuidV5(commandId, String((recorded += 1))), metadata }));
  };
  const recordOn =
    (streams: Streams, limit?: RetryLimit) =>
    async (...commands: readonly UploadCommand[]): Promise<bigint> => {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const { state, facts } = decideAll(commands, current.state);
        if (facts.length === 0) return current.position;
        const expected = current.revision < 0 ? 'no stream' : current.revision;
        const [outcome] = await appendWithRetry(streams, [{ stream, expected, events: newEvents(facts) }], limit);
        if (outcome?.outcome === 'appended') {
          current = { state, revision: current.revision + facts.length, position: outcome.position };
          return outcome.position;
        }
        await load(streams);
      }
      // No stream to be read, and none can begin: it was erased.
      if (current.revision < 0) throw new InvalidInput('Upload-Id was used for another upload');
      throw new ChangedMeanwhile('Somebody else changed the same upload; try again');
    };
  return {
    load: () => load(),
    state: () => current.state,
    /** That of the newest event; -1 without any, 0 until an attempt has recorded anything. */
    revision: () => current.revision,
    record: recordOn(ownStreams),
    /** The same through other streams to the same log, with another limit of repeats. */
    recordOn,
  };
};

export type UploadStream = ReturnType<typeof uploadStream>;

const readUpload = async (streams: Streams, stream: string): Promise<Loaded> => {
  const events = await streams.read(stream);
  const state = events.reduce<UploadState>(
    (before, event) => decider.evolve(before, event as unknown as UploadEvent),
    decider.initialState,
  );
  return { state, revision: events.at(-1)?.revision ?? -1, position: events.at(-1)?.position ?? 0n };
};

/** The events that commands cause one after the other, and the state after them. */
const decideAll = (commands: readonly UploadCommand[], initial: UploadState) => {
  let state = initial;
  const facts: UploadEvent[] = [];
  for (const command of commands) {
    const caused = decider.decide(command, state);
    state = caused.reduce(decider.evolve, state);
    facts.push(...caused);
  }
  return { state, facts };
};
