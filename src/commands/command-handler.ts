import { setTimeout } from 'node:timers/promises';
import type { Decider } from '../domain/decider.ts';
import { Unavailable } from '../domain/errors.ts';
import type { Fact, Metadata, NewEvent } from '../domain/events.ts';
import { uuidV5 } from '../domain/uuid.ts';
import type { Append, AppendOutcome, Streams } from '../ports/event-store.ts';

/** Time and ids, injected so that tests can fix them. */
export type CommandContext = { readonly now: () => Date; readonly newId: () => string };

/** Who asks: an account's id for the metadata where there is one already. */
export type Decision<Command, State, Event extends Fact> = {
  readonly stream: string;
  readonly decider: Decider<Command, State, Event>;
  readonly command: Command;
  readonly tenantId?: string;
};

/** How often a command whose stream was changed under it decides again, before it gives up. */
const attempts = 5;

/** Reads a stream, decides, appends at the revision that was read; returns the position to wait for (that of the last event there is). */
export const commandHandler =
  (streams: Streams, { now, newId }: CommandContext) =>
  async <Command, State, Event extends Fact>({
    stream,
    decider,
    command,
    tenantId,
  }: Decision<Command, State, Event>): Promise<bigint> => {
    const commandId = newId();
    const metadata: Metadata = { at: now().toISOString(), commandId, ...(tenantId === undefined ? {} : { tenantId }) };
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const past = await streams.read(stream);
      const state = past.reduce(
        (current, event) => decider.evolve(current, event as unknown as Event),
        decider.initialState,
      );
      const facts = decider.decide(command, state);
      const last = past.at(-1);
      if (facts.length === 0 && last) return last.position;
      const events = facts.map((fact, index): NewEvent => ({
        ...fact,
        id: uuidV5(commandId, String(index)),
        metadata,
      }));
      const expected = last ? last.revision : 'no stream';
      const [outcome] = await appendUntilKnown(streams, [{ stream, expected, events }]);
      if (outcome?.outcome === 'appended') return outcome.position;
    }
    throw new Unavailable('Somebody else changed the same thing; try again');
  };

/** Appends, and repeats what came back unknown with the same event ids until it is known; gives up after 30 s with Unavailable. */
export const appendUntilKnown = async (
  streams: Pick<Streams, 'appendAll'>,
  appends: readonly Append[],
): Promise<readonly Exclude<AppendOutcome, { outcome: 'unknown' }>[]> => {
  const known = new Map<Append, Exclude<AppendOutcome, { outcome: 'unknown' }>>();
  const deadline = Date.now() + 30_000;
  for (let pause = 50; ; pause = Math.min(pause * 2, 2_000)) {
    const open = appends.filter((append) => !known.has(append));
    const outcomes = await streams.appendAll(open);
    open.forEach((append, index) => {
      const outcome = outcomes[index];
      if (outcome && outcome.outcome !== 'unknown') known.set(append, outcome);
    });
    if (known.size === appends.length) break;
    if (Date.now() > deadline) throw new Unavailable('Event log did not answer within 30 s');
    await setTimeout(pause);
  }
  return appends.flatMap((append) => known.get(append) ?? []);
};
