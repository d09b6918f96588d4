import { Unavailable } from '../domain/errors.ts';
import type { NewEvent, UploadName } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { upload as decider, type UploadCommand, type UploadEvent, type UploadState } from '../domain/upload.ts';
import { uuidV5 } from '../domain/uuid.ts';
import type { Streams } from '../ports/event-store.ts';
import { appendUntilKnown, type CommandContext } from '../commands/command-handler.ts';

/** How often a command is decided again after somebody else has told something of the same upload. */
const attempts = 5;

/**
 * An upload's stream as one attempt tells it: what was told is kept, so that it need not be read again each second. `tell` decides commands in
 * their order and appends what they cause at once; it returns the position of the newest event. Throws what the decider refuses, and Unavailable.
 */
export const uploadStream = (
  { streams, now, newId }: CommandContext & { readonly streams: Streams },
  { userId, uploadId }: Pick<UploadName, 'userId' | 'uploadId'>,
) => {
  const stream = streamOf.upload(userId, uploadId);
  const commandId = newId();
  let state: UploadState = decider.initialState;
  let revision = -1;
  let position = 0n;
  let told = 0;

  const load = async () => {
    const events = await streams.read(stream);
    state = events.reduce<UploadState>(
      (current, event) => decider.evolve(current, event as unknown as UploadEvent),
      decider.initialState,
    );
    revision = events.at(-1)?.revision ?? -1;
    position = events.at(-1)?.position ?? 0n;
  };
  const decide = (commands: readonly UploadCommand[]) => {
    let next = state;
    const facts: UploadEvent[] = [];
    for (const command of commands) {
      const caused = decider.decide(command, next);
      next = caused.reduce(decider.evolve, next);
      facts.push(...caused);
    }
    return { next, facts };
  };

  return {
    load,
    state: () => state,
    /** Whether an earlier attempt has told of this upload. */
    isContinued: () => revision > 0,
    tell: async (...commands: readonly UploadCommand[]): Promise<bigint> => {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const { next, facts } = decide(commands);
        if (facts.length === 0) return position;
        const metadata = { at: now().toISOString(), commandId, tenantId: userId, uploadId };
        const events = facts.map((fact): NewEvent => ({
          ...fact,
          id: uuidV5(commandId, String((told += 1))),
          metadata,
        }));
        const expected = revision < 0 ? 'no stream' : revision;
        const [outcome] = await appendUntilKnown(streams, [{ stream, expected, events }]);
        if (outcome?.outcome === 'appended') {
          state = next;
          revision += facts.length;
          position = outcome.position;
          return position;
        }
        await load();
      }
      throw new Unavailable('Somebody else changed the same upload; try again');
    },
  };
};

export type UploadStream = ReturnType<typeof uploadStream>;
