import type { PreviewKey, PreviewProgress, SpooledPreview, TicketsPreview } from '../ports/ingest.ts';
import type { PreviewWatch } from './preview-tickets.ts';
import { isWorkbook } from './read-upload.ts';

type Running = { tickets: number; bytes: number; readonly total: number | null; found?: () => TicketsPreview };

const nameOf = ({ tenantId, collectionId, previewId }: PreviewKey): string =>
  `${tenantId}/${collectionId}/${previewId}`;

/** Ended previews whose end is kept: a client opens the stream of progress at about the same time as it sends the file. */
const maxEnded = 1_000;

/** The progress of the previews that run. Of two with the same key the one that began last is reported. */
export const runningPreviews = () => {
  const running = new Map<string, Running>();
  const ended = new Set<string>();
  const end = (name: string): void => {
    ended.add(name);
    const [oldest] = ended;
    if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest);
  };
  return {
    run: async <Result>(spooled: SpooledPreview, work: (watch: PreviewWatch) => Promise<Result>): Promise<Result> => {
      const name = nameOf(spooled);
      // A workbook is compressed: how much of it is read says nothing.
      const own: Running = { tickets: 0, bytes: 0, total: isWorkbook(spooled) ? null : spooled.bytes };
      running.set(name, own);
      try {
        return await work({
          onBytes: (bytes) => void (own.bytes += bytes),
          evaluated: (tickets) => void (own.tickets += tickets),
          began: (found) => (own.found = found),
        });
      } finally {
        if (running.get(name) === own) running.delete(name);
        end(name);
      }
    },
    progress: (key: PreviewKey): PreviewProgress | 'ended' | undefined => {
      const name = nameOf(key);
      const own = running.get(name);
      if (!own) return ended.has(name) ? 'ended' : undefined;
      return { tickets: own.tickets, share: own.total === null ? null : Math.min(own.bytes / own.total, 1) };
    },
    first: (key: PreviewKey): TicketsPreview | undefined => running.get(nameOf(key))?.found?.(),
  };
};
