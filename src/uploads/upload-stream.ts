import { stateAfter } from '../domain/decider.ts';
import { ChangedMeanwhile, InvalidInput } from '../domain/errors.ts';
import type { NewEvent, RecordedEvent, UploadName } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { upload as decider, type UploadCommand, type UploadEvent, type UploadState } from '../domain/upload.ts';
import { uuidV5 } from '../platform/uuid.ts';
import { namingEarlier, type PastEvent, readDecisive, shortened } from '../ports/decisive-events.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import { appendWithRetry, type CommandContext, type RetryLimit } from '../commands/command-handler.ts';

/** How often commands are decided again after another process has appended to the same stream. */
const maxAttempts = 5;

type Past = PastEvent & Pick<RecordedEvent, 'position'>;

/** `past`: the events that say the state, and the newest one. */
type Loaded = { readonly state: UploadState; readonly past: readonly Past[] };

const revisionOf = ({ past }: Loaded): number => past.at(-1)?.revision ?? -1;
const positionOf = ({ past }: Loaded): bigint => past.at(-1)?.position ?? 0n;

/**
 * The stream of an upload as one attempt writes it; the state is kept, so that the stream is not read before each append. `record` decides commands in
 * their order and appends their events at once; it returns the position of the newest event. Throws what the decider throws, InvalidInput if the stream
 * was erased with its collection, Unavailable and ChangedMeanwhile.
 */
export const uploadStream = (
  { streams: ownStreams, now, newId }: CommandContext & { readonly streams: Streams },
  { userId, uploadId }: Pick<UploadName, 'userId' | 'uploadId'>,
) => {
  const [stream, commandId] = [streamOf.upload(userId, uploadId), newId()];
  let current: Loaded = { state: decider.initialState, past: [] };
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
        if (facts.length === 0) return positionOf(current);
        const append = appendAfter(stream, current.past, newEvents(facts));
        const [outcome] = await appendWithRetry(streams, [append], limit);
        if (outcome?.outcome === 'appended') {
          current = { state, past: withAppended(current, append.events, outcome.position) };
          return outcome.position;
        }
        await load(streams);
      }
      // No stream to be read, and none can begin: it was erased.
      if (revisionOf(current) < 0) throw new InvalidInput('Upload-Id was used for another upload');
      throw new ChangedMeanwhile('Somebody else changed the same upload; try again');
    };
  return {
    load: () => load(),
    state: () => current.state,
    /** That of the newest event; -1 without any, 0 until an attempt has recorded anything. */
    revision: () => revisionOf(current),
    /** Of the newest event of a type, as far as it says what the state is; of several that this attempt has recorded at once, that of the last. */
    positionOf: (type: UploadEvent['type']) => current.past.findLast((event) => event.type === type)?.position,
    record: recordOn(ownStreams),
    /** The same through other streams to the same log, with another limit of repeats. */
    recordOn,
  };
};

const appendAfter = (stream: string, past: readonly Past[], events: readonly NewEvent[]): Append => ({
  stream,
  expected: past.at(-1)?.revision ?? 'no stream',
  events: namingEarlier(past, events, decider),
});

const withAppended = (before: Loaded, events: readonly NewEvent[], position: bigint): readonly Past[] => {
  const first = revisionOf(before) + 1;
  const added = events.map((event, index) => ({ ...event, revision: first + index, position }));
  return shortened([...before.past, ...added], decider);
};

export type UploadStream = ReturnType<typeof uploadStream>;

const readUpload = async (streams: Streams, stream: string): Promise<Loaded> => {
  const past = await readDecisive(streams, stream, decider);
  return { state: stateAfter(decider, past), past };
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
