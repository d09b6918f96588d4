import { noUploadCounts, type SkippedTicket, type UploadCounts } from '../domain/events.ts';
import type { UploadCommand } from '../domain/upload.ts';
import { batcher } from './batcher.ts';
import type { UploadWatch } from './upload.ts';

const recordIntervalMs = 1_000;

/** Limits of the skipped tickets, and of the characters of their ids, in one event: far below the megabyte that an append may have. */
const eventLimits = { items: 1_000, size: 100_000 };

type Recording = {
  /** Appends what the commands cause; returns the position of the newest event. */
  readonly record: (...commands: readonly UploadCommand[]) => Promise<bigint>;
  readonly failed: (error: unknown) => void;
};

/**
 * Counts what an upload does and records it once a second while it changes, one record at a time: while the log fails, each takes seconds. What fails
 * to be recorded is repeated with the next record; `failed` is called with the error. `end` records the rest together with the final command, which it
 * makes from the counts, by another function if there is one, and returns its position.
 */
export const progressRecorder = (attemptId: string, { record, failed }: Recording) => {
  const counter = progressCounter();
  const commandsFor = (skipped: readonly SkippedTicket[]) =>
    pages(skipped).map(
      (page) => ({ type: 'RecordProgress', attemptId, counts: counter.counts(), skipped: page }) as const,
    );
  const recordChanges = async () => {
    const commands = commandsFor(counter.takeSkipped());
    let done = 0;
    try {
      for (const command of commands) {
        await record(command);
        done += 1;
      }
    } catch (error) {
      counter.putBack(commands.slice(done).flatMap(({ skipped }) => skipped));
      failed(error);
    }
  };
  let recording: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (recording || !counter.hasChanged()) return;
    recording = recordChanges().finally(() => {
      recording = undefined;
    });
  }, recordIntervalMs);

  return {
    watch: counter.watch,
    end: async (finalCommand: (counts: UploadCounts) => UploadCommand, recordEnd = record): Promise<bigint> => {
      clearInterval(timer);
      await recording;
      const skipped = counter.takeSkipped();
      const rest = skipped.length === 0 ? [] : commandsFor(skipped);
      for (const command of rest.slice(0, -1)) await recordEnd(command);
      return recordEnd(...rest.slice(-1), finalCommand(counter.counts()));
    },
  };
};

type MutableCounts = { -readonly [Name in keyof UploadCounts]: UploadCounts[Name] };

const progressCounter = () => {
  const counts: MutableCounts = { ...noUploadCounts };
  let skipped: SkippedTicket[] = [];
  let changed = false;
  const watch = countingWatch(counts, (tickets) => {
    skipped.push(...tickets);
    changed = true;
  });
  return {
    watch,
    counts: (): UploadCounts => ({ ...counts }),
    /** Whether anything has changed since `takeSkipped`. */
    hasChanged: () => changed,
    /** Removes and returns the skipped tickets that are not recorded yet. */
    takeSkipped: (): readonly SkippedTicket[] => {
      const taken = skipped;
      skipped = [];
      changed = false;
      return taken;
    },
    putBack: (tickets: readonly SkippedTicket[]) => {
      skipped = [...tickets, ...skipped];
      changed = true;
    },
  };
};

/** `onChange` is called after each change, with the tickets that were skipped. */
const countingWatch = (counts: MutableCounts, onChange: (skipped: readonly SkippedTicket[]) => void): UploadWatch => {
  const count =
    (name: 'read' | 'cleaned' | 'embedded' | 'stored') =>
    (tickets: number): void => {
      counts[name] += tickets;
      onChange([]);
    };
  return {
    waiting: (isWaiting) => {
      if (isWaiting) counts.waitingFor = 'workbook-reader';
      else delete counts.waitingFor;
      onChange([]);
    },
    read: count('read'),
    cleaned: count('cleaned'),
    embedded: count('embedded'),
    stored: count('stored'),
    total: (tickets) => {
      counts.total = tickets;
      onChange([]);
    },
    skipped: (tickets) => {
      counts.skipped += tickets.length;
      onChange(tickets);
    },
    alreadyProcessed: (processed) => {
      counts.embedded += processed.stored;
      counts.stored += processed.stored;
      counts.skipped += processed.skipped;
      counts.alreadyProcessed = (counts.alreadyProcessed ?? 0) + processed.stored + processed.skipped;
    },
  };
};

/** At least one page: without skipped tickets there are still counts to record. */
const pages = (skipped: readonly SkippedTicket[]): readonly (readonly SkippedTicket[])[] => {
  const page = batcher<SkippedTicket>(eventLimits);
  const full = skipped.flatMap((ticket) => {
    const complete = page.add(ticket, ticket.ticketId.length);
    return complete ? [complete] : [];
  });
  const last = page.take();
  return last.length > 0 || full.length === 0 ? [...full, last] : full;
};
