import {
  listedSkips,
  noUploadCounts,
  type SkippedTicket,
  type UnlistedTickets,
  type UploadCounts,
} from '../domain/events.ts';
import type { UploadCommand } from '../domain/upload.ts';
import { batcher } from './batcher.ts';
import type { NoticedCounts, UploadWatch } from './upload.ts';

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
    pages(skipped).map((page) => {
      const [counts, unlisted] = [counter.counts(), counter.unlisted()];
      return { type: 'RecordProgress', attemptId, counts, skipped: page, unlisted } as const;
    });
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
      const rest = counter.hasSkipped() ? commandsFor(counter.takeSkipped()) : [];
      for (const command of rest.slice(0, -1)) await recordEnd(command);
      return recordEnd(...rest.slice(-1), finalCommand(counter.counts()));
    },
  };
};

type MutableCounts = { -readonly [Name in keyof UploadCounts]: UploadCounts[Name] };

const progressCounter = () => {
  const counts: MutableCounts = { ...noUploadCounts };
  const skips = skipList();
  let changed = false;
  const watch = countingWatch(counts, (tickets) => {
    skips.add(tickets);
    changed = true;
  });
  return {
    watch: {
      ...watch,
      alreadyProcessed: (processed) => {
        skips.addListed(processed.skipped);
        watch.alreadyProcessed(processed);
      },
    } satisfies UploadWatch,
    counts: (): UploadCounts => ({ ...counts }),
    unlisted: skips.unlisted,
    /** Whether anything has changed since `takeSkipped`. */
    hasChanged: () => changed,
    /** Whether tickets were skipped since then. */
    hasSkipped: skips.hasChanged,
    /** Removes and returns the skipped tickets that are to be listed and not recorded yet. */
    takeSkipped: (): readonly SkippedTicket[] => {
      changed = false;
      return skips.take();
    },
    putBack: (tickets: readonly SkippedTicket[]) => {
      skips.putBack(tickets);
      changed = true;
    },
  };
};

/** The skipped tickets of an attempt: the first ones of its upload with their ids, all others counted. */
const skipList = () => {
  let open: SkippedTicket[] = [];
  let listed = 0;
  let unlisted: UnlistedTickets | undefined;
  let changed = false;
  return {
    add: (tickets: readonly SkippedTicket[]) => {
      changed ||= tickets.length > 0;
      const room = Math.max(0, listedSkips - listed);
      open.push(...tickets.slice(0, room));
      listed += Math.min(room, tickets.length);
      for (const { rule } of tickets.slice(room)) unlisted = { ...unlisted, [rule]: (unlisted?.[rule] ?? 0) + 1 };
    },
    /** Those that an earlier attempt has listed; they come before what is new, as it has recorded them in their order. */
    addListed: (count: number) => {
      listed += count;
    },
    unlisted: () => unlisted,
    hasChanged: () => changed,
    take: (): readonly SkippedTicket[] => {
      const taken = open;
      open = [];
      changed = false;
      return taken;
    },
    putBack: (tickets: readonly SkippedTicket[]) => {
      open = [...tickets, ...open];
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
    noticed: (noticed) => {
      for (const [name, count] of Object.entries(noticed) as [keyof NoticedCounts, number][])
        if (count > 0) counts[name] = (counts[name] ?? 0) + count;
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
