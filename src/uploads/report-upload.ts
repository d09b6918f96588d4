import { noFigures, type SkippedTicket, type UploadFigures } from '../domain/events.ts';
import type { UploadCommand } from '../domain/upload.ts';
import type { UploadWatch } from './upload.ts';

/** Milliseconds between two reports. */
const pause = 1_000;

/** So many skipped tickets, or so many characters of their ids, are told in one event: far below the megabyte that an append may have. */
const most = { tickets: 1_000, characters: 100_000 };

type Tell = (...commands: readonly UploadCommand[]) => Promise<bigint>;

/**
 * Counts what an upload does and tells of it once a second while it changes. A report that fails is told with the next one; `lost` hears of a
 * failure. `end` tells the rest together with the last word, which gets the figures, and returns its position.
 */
export const reportUpload = (run: string, tell: Tell, lost: (error: unknown) => void) => {
  const figures: { -readonly [Name in keyof UploadFigures]: UploadFigures[Name] } = { ...noFigures };
  let pending: SkippedTicket[] = [];
  let changed = false;
  let telling: Promise<void> = Promise.resolve();

  const snapshot = (): UploadFigures => ({ ...figures });
  const reports = (skipped: readonly SkippedTicket[]) =>
    pages(skipped).map((page) => ({ type: 'RecordProgress', run, figures: snapshot(), skipped: page }) as const);
  const report = async () => {
    const some = pending;
    pending = [];
    changed = false;
    const commands = reports(some);
    let done = 0;
    try {
      for (const command of commands) {
        await tell(command);
        done += 1;
      }
    } catch (error) {
      const untold = commands.slice(done).flatMap(({ skipped }) => skipped);
      pending = [...untold, ...pending];
      changed = true;
      lost(error);
    }
  };
  const timer = setInterval(() => {
    if (changed) telling = telling.then(report);
  }, pause);

  const count =
    (name: 'read' | 'cleaned' | 'embedded' | 'stored') =>
    (tickets: number): void => {
      figures[name] += tickets;
      changed = true;
    };
  const watch: UploadWatch = {
    ...{ read: count('read'), cleaned: count('cleaned'), embedded: count('embedded'), stored: count('stored') },
    total: (tickets) => {
      figures.total = tickets;
      changed = true;
    },
    skipped: (tickets) => {
      pending.push(...tickets);
      figures.skipped += tickets.length;
      changed = true;
    },
    alreadyProcessed: ({ stored, skipped }) => {
      figures.embedded += stored;
      figures.stored += stored;
      figures.skipped += skipped;
    },
  };
  return {
    watch,
    end: async (word: (figures: UploadFigures) => UploadCommand): Promise<bigint> => {
      clearInterval(timer);
      await telling;
      const rest = pending.length === 0 ? [] : reports(pending);
      for (const command of rest.slice(0, -1)) await tell(command);
      return tell(...rest.slice(-1), word(snapshot()));
    },
  };
};

const pages = (skipped: readonly SkippedTicket[]): readonly (readonly SkippedTicket[])[] => {
  const all: SkippedTicket[][] = [];
  let page: SkippedTicket[] = [];
  let characters = 0;
  for (const ticket of skipped) {
    page.push(ticket);
    characters += ticket.ticketId.length;
    if (page.length >= most.tickets || characters >= most.characters) {
      all.push(page);
      page = [];
      characters = 0;
    }
  }
  // Where nothing was skipped there are figures to tell.
  return page.length > 0 || all.length === 0 ? [...all, page] : all;
};
