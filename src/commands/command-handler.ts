import { type Attempt, backOffMs, retry, type RetryPolicy } from '../concurrency/retry.ts';
import { type Decider, stateAfter } from '../domain/decider.ts';
import { ChangedMeanwhile, LogUnavailable } from '../domain/errors.ts';
import type { Fact, Metadata, NewEvent, Surface } from '../domain/events.ts';
import { uuidV5 } from '../platform/uuid.ts';
import { namingEarlier, readDecisive } from '../ports/decisive-events.ts';
import type { Append, AppendOutcome, Streams } from '../ports/event-store.ts';

/** Time and random ids, injected for tests. */
export type CommandContext = { readonly now: () => Date; readonly newId: () => string };

/** A command, its decider and stream; `tenantId` and `surface` go into the events' metadata. */
export type Decision<Command, State, Event extends Fact> = {
  readonly stream: string;
  readonly decider: Decider<Command, State, Event>;
  readonly command: Command;
  readonly tenantId?: string;
  readonly surface?: Surface;
  /** Called once before events are appended, with their number; it throws what refuses them. */
  readonly admit?: (events: number) => Promise<void>;
};

/** How often a command whose stream others change is decided again, which takes some five seconds and the time of its reads and appends. */
const maxLostRaces = 64;

/**
 * The policy of decisions that lost the race for their streams: again at once, then after waits by chance. Each loss is the success of another, so that of
 * as many racers each wins, however slow the log is.
 */
export const lostRacePolicy: RetryPolicy = {
  waitMs: (_, lost) =>
    lost > maxLostRaces ? undefined : backOffMs(lost, { firstMs: 2, maxMs: 100, random: Math.random }),
};

/**
 * Returns a function that reads a stream, decides and appends at the revision that was read; where others were first, it decides again on what they have
 * appended. It returns the position of the stream's last event, to wait for. Throws what the decider and `admit` throw, and ChangedMeanwhile.
 */
export const commandHandler =
  (streams: Streams, { now, newId }: CommandContext) =>
  async <Command, State, Event extends Fact>({
    stream,
    decider,
    command,
    tenantId,
    surface,
    admit,
  }: Decision<Command, State, Event>): Promise<bigint> => {
    const commandId = newId();
    const metadata: Metadata = {
      at: now().toISOString(),
      commandId,
      ...(tenantId && { tenantId }),
      ...(surface && { surface }),
    };
    let isAdmitted = false;
    const attempt = async (): Promise<Attempt<bigint>> => {
      const past = await readDecisive(streams, stream, decider);
      const facts = decider.decide(command, stateAfter(decider, past));
      const last = past.at(-1);
      if (facts.length === 0 && last) return { kind: 'done', result: last.position };
      if (!isAdmitted) await admit?.(facts.length);
      isAdmitted = true;
      const events = facts.map((fact, index): NewEvent => ({
        ...fact,
        id: uuidV5(commandId, String(index)),
        metadata,
      }));
      const expected = last ? last.revision : 'no stream';
      const [outcome] = await appendWithRetry(streams, [
        { stream, expected, events: namingEarlier(past, events, decider) },
      ]);
      return outcome?.outcome === 'appended'
        ? { kind: 'done', result: outcome.position }
        : { kind: 'failed', error: new ChangedMeanwhile() };
    };
    return retry(attempt, lostRacePolicy);
  };

type KnownOutcome = Exclude<AppendOutcome, { outcome: 'unknown' }>;

/** How long the client of a request waits for a log that fails. */
const requestTimeoutMs = 2_000;

/** How long what the log fails is repeated: 2 s without another time. */
export type RetryLimit = {
  readonly timeoutMs?: number | undefined;
  /** Ends the repeats when it aborts. */
  readonly signal?: AbortSignal;
};

/** The policy of repeats within a limit; `failingForMs`: for how long the log is known to have failed already. */
export const retryPolicyWithin = (
  { timeoutMs = requestTimeoutMs, signal }: RetryLimit,
  failingForMs = () => 0,
): RetryPolicy => {
  const end = performance.now() + timeoutMs;
  return {
    waitMs: (_, failures) => {
      const wait = backOffMs(failures, { firstMs: 50, maxMs: 500 });
      const isExhausted = failingForMs() >= timeoutMs || performance.now() + wait > end;
      return isExhausted || signal?.aborted ? undefined : wait;
    },
  };
};

/**
 * Appends, and repeats those of unknown outcome with the same event ids until it is known. The only retry of an append: no store, and no one who
 * appends, has another. Throws LogUnavailable with the log's reason once every append has failed for as long as the limit says, also those of others.
 */
export const appendWithRetry = (
  streams: Pick<Streams, 'appendAll'>,
  appends: readonly Append[],
  limit: RetryLimit = {},
): Promise<readonly KnownOutcome[]> => {
  const known = new Map<Append, KnownOutcome>();
  let failingForMs = 0;
  const attempt = async (): Promise<Attempt<readonly KnownOutcome[]>> => {
    const pending = appends.filter((append) => !known.has(append));
    const outcomes = await streams.appendAll(pending);
    let reason = 'Event log did not answer';
    pending.forEach((append, index) => {
      const outcome = outcomes[index];
      if (outcome?.outcome === 'unknown') {
        reason = outcome.reason ?? reason;
        failingForMs = outcome.failingForMs ?? 0;
      } else if (outcome) known.set(append, outcome);
    });
    return known.size === appends.length
      ? { kind: 'done', result: appends.flatMap((append) => known.get(append) ?? []) }
      : { kind: 'failed', error: new LogUnavailable(reason) };
  };
  return retry(
    attempt,
    retryPolicyWithin(limit, () => failingForMs),
  );
};
