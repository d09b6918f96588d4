import type { RecordedEvent } from '../domain/events.ts';
import { detailTexts } from '../domain/passages.ts';
import type { TicketFact } from '../domain/ticket-events.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';
import { pieceBytes } from '../platform/piece-scanner.ts';
import { isUuid } from '../platform/uuid.ts';
import type { KeptPieces } from '../ports/kept-pieces.ts';

/** The ticket that an event has, with its texts; undefined for other events. */
const ticketIn = (event: RecordedEvent): CleanTicket | undefined => {
  const { data } = event as RecordedEvent<TicketFact>;
  return 'vector' in data ? data : undefined;
};

const isOfAccount = ({ stream }: RecordedEvent): boolean => /^(account|collection)-/.test(stream);

/** The texts in a value of JSON; ids stay where an account or collection was, and say nothing. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The texts of a ticket, an answer, an account or a collection that an event has. */
const textsOf = (event: RecordedEvent): readonly string[] => {
  if (event.type === 'QuestionAnswered') return [event.data.question, event.data.answer ?? ''];
  if (event.type === 'AnswerJudged') return [event.data.comment ?? ''];
  // What stands before the salt of a password is the same in all accounts.
  if (isOfAccount(event)) {
    const texts = textsIn(event.data).flatMap((text) => text.split('$'));
    return texts.filter((text) => !isUuid(text));
  }
  const ticket = ticketIn(event);
  return ticket ? [...ticket.problem, ...ticket.solution, ...detailTexts(ticket)] : [];
};

/** Parts of its texts of which an event has pieces, and pieces of each. */
const [runsOfEvent, piecesOfRun] = [32, 4];

/** Pieces are kept on disk for as long as an erasure is not proven in files: a tenant's erasures share what it may have. */
const maxPieces = { ofErasure: 20_000, ofTenant: 100_000 };

type Owner = { readonly erasureId: string; readonly userId: string };

export type ErasureTexts = ReturnType<typeof erasureTexts>;

/** Pieces of the texts of erasures that run, in files that a restart finds. */
export const erasureTexts = (kept: KeptPieces, limits = maxPieces) => {
  const { load, save, forget, roomFor } = countedPieces(kept, limits);
  return {
    /** Takes pieces of the texts of events; to be saved before their streams are erased: afterwards nobody knows what to look for. */
    open: async (owner: Owner) => {
      const pieces = new Set(await load(owner));
      const before = pieces.size;
      const room = roomFor(owner);
      return {
        add: (event: RecordedEvent): void => {
          for (const piece of piecesOfEvent(event)) if (pieces.size < room) pieces.add(piece);
        },
        save: async (): Promise<void> => {
          if (pieces.size > before) await save(owner, [...pieces]);
        },
      };
    },
    of: async (owner: Owner): Promise<ReadonlySet<string>> => new Set(await load(owner)),
    /** Keeps only some of those of an erasure. */
    keepOnly: save,
    forget,
    /** Removes what is kept of erasures whose files are proven. */
    forgetExcept: async (erasureIds: ReadonlySet<string>): Promise<void> => {
      for (const erasureId of await kept.ids()) if (!erasureIds.has(erasureId)) await forget(erasureId);
    },
  };
};

/** Counts what is kept of each erasure and tenant; after a start only what was read since. */
const countedPieces = (kept: KeptPieces, limits: typeof maxPieces) => {
  const counts = new Map<string, { readonly userId: string; readonly pieces: number }>();
  return {
    load: async ({ erasureId, userId }: Owner): Promise<readonly string[]> => {
      const pieces = await kept.load(erasureId);
      counts.set(erasureId, { userId, pieces: pieces.length });
      return pieces;
    },
    save: async ({ erasureId, userId }: Owner, pieces: readonly string[]): Promise<void> => {
      await kept.save(erasureId, pieces);
      counts.set(erasureId, { userId, pieces: pieces.length });
    },
    forget: async (erasureId: string): Promise<void> => {
      counts.delete(erasureId);
      await kept.remove(erasureId);
    },
    /** How many an erasure may have. */
    roomFor: ({ erasureId, userId }: Owner): number => {
      const others = [...counts].filter(([id, count]) => id !== erasureId && count.userId === userId);
      return Math.min(limits.ofErasure, limits.ofTenant - others.reduce((sum, [, { pieces }]) => sum + pieces, 0));
    },
  };
};

/** Whether a piece is of the id of an event, and not of a text. */
export const isOfId = (piece: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}$/.test(piece);

/** The event's id, which nothing else has, so that an event that was left is found however common its texts are; then pieces of these. */
const piecesOfEvent = (event: RecordedEvent): readonly string[] => {
  const texts = textsOf(event);
  if (texts.length === 0) return [];
  return [event.id.slice(0, pieceBytes), ...spread(texts.flatMap(runsOf), runsOfEvent).flatMap(piecesOf)];
};

/** The parts of a text that JSON does not escape, if they are long enough. */
const runsOf = (text: string): readonly Buffer[] =>
  text
    .split(/["\\\p{Cc}]+/u)
    .map((run) => Buffer.from(run))
    .filter(({ length }) => length >= pieceBytes);

/** So many items of a list, from its first to its last. */
const spread = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, n) => items[Math.floor(((items.length - 1) * n) / (count - 1))] as Item);

/** Pieces from the beginning to the end. */
const piecesOf = (run: Buffer): readonly string[] => {
  const last = run.length - pieceBytes;
  const starts = Array.from({ length: piecesOfRun }, (_, n) => Math.floor((last * n) / (piecesOfRun - 1)));
  return starts.flatMap((start) => pieceAt(run, start) ?? []);
};

/** How many bytes from its place a piece may begin, for whole characters and a second word. */
const maxShift = 64;

/** The piece that begins nearest to a place; undefined if there is none near. */
const pieceAt = (run: Buffer, start: number): string | undefined => {
  for (let shift = 0; shift <= maxShift; shift += 1)
    for (const from of [start - shift, start + shift])
      if (isPiece(run, from)) return run.subarray(from, from + pieceBytes).toString();
  return undefined;
};

const isCut = (bytes: Buffer, at: number): boolean => at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80;

/** Whether a piece has whole characters, and more than one word: the full-text index has single words of others, without their case and endings. */
const isPiece = (run: Buffer, from: number): boolean => {
  const to = from + pieceBytes;
  if (from < 0 || to > run.length || isCut(run, from) || isCut(run, to)) return false;
  return /[^0-9A-Za-z\x80-\xff]/.test(run.toString('latin1', from, to));
};
