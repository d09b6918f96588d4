import type { RecordedEvent } from '../domain/events.ts';
import type { TicketFact } from '../domain/ticket-events.ts';
import { pieceBytes } from '../platform/piece-scanner.ts';
import type { KeptPieces } from '../ports/kept-pieces.ts';

/** The texts of a ticket, or of an answer, that an event has. */
export const textsOf = (event: RecordedEvent): readonly string[] => {
  if (event.type === 'QuestionAnswered') return [event.data.question, event.data.answer ?? ''];
  if (event.type === 'AnswerJudged') return [event.data.comment ?? ''];
  const { data } = event as RecordedEvent<TicketFact>;
  if (!('vector' in data)) return [];
  const { problem, solution } = data;
  return [...problem, ...solution];
};

/** Pieces that are looked for in each text, and for each erasure. */
const [piecesOfText, maxPieces] = [4, 20_000];

export type ErasureTexts = ReturnType<typeof erasureTexts>;

/** Pieces of the texts of erasures that run, in memory and in files that a restart finds. */
export const erasureTexts = (kept: KeptPieces) => {
  const byErasure = new Map<string, Set<string>>();
  const piecesFor = async (erasureId: string): Promise<Set<string>> => {
    const pieces = byErasure.get(erasureId) ?? new Set(await kept.load(erasureId));
    byErasure.set(erasureId, pieces);
    return pieces;
  };
  return {
    /** Takes pieces of the texts of events; to be saved before their streams are erased: afterwards nobody knows what to look for. */
    open: async (erasureId: string) => {
      const pieces = await piecesFor(erasureId);
      const before = pieces.size;
      return {
        add: (event: RecordedEvent): void => {
          if (pieces.size >= maxPieces) return;
          for (const text of textsOf(event))
            for (const piece of piecesOf(text)) if (pieces.size < maxPieces) pieces.add(piece);
        },
        save: async (): Promise<void> => {
          if (pieces.size > before) await kept.save(erasureId, [...pieces]);
        },
      };
    },
    of: piecesFor,
    forget: async (erasureId: string): Promise<void> => {
      byErasure.delete(erasureId);
      await kept.remove(erasureId);
    },
    /** Removes what is kept of erasures whose files are proven. */
    forgetExcept: async (erasureIds: ReadonlySet<string>): Promise<void> => {
      for (const erasureId of await kept.ids()) if (!erasureIds.has(erasureId)) await kept.remove(erasureId);
    },
  };
};

/** Pieces from the beginning to the end of a text, of characters that JSON does not escape. */
const piecesOf = (text: string): readonly string[] => {
  const all = text.split(/["\\\p{Cc}]+/u).flatMap((run) => {
    const bytes = Buffer.from(run);
    const last = bytes.length - pieceBytes;
    if (last < 0) return [];
    return Array.from({ length: piecesOfText }, (_, n) => pieceAt(bytes, Math.floor((last * n) / (piecesOfText - 1))));
  });
  return all.filter((piece) => piece !== undefined);
};

/** Undefined where a character would be cut. */
const pieceAt = (bytes: Buffer, start: number): string | undefined => {
  for (let from = start; from >= Math.max(0, start - 4); from -= 1) {
    const piece = bytes.subarray(from, from + pieceBytes).toString();
    if (!piece.includes('\uFFFD')) return piece;
  }
  return undefined;
};
