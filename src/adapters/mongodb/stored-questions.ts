import type { Collection, Db, IndexDescription } from 'mongodb';
import type { GapKind } from '../../domain/gap-events.ts';
import type { QuestionAnswered, QuestionOutcome } from '../../domain/question-events.ts';
import type { ListedPart, Verdict } from '../../ports/questions.ts';
import type { ModelVersion } from './generations.ts';
import type { StoredTombstone } from './tombstones.ts';

export const questionsModel = { name: 'questions', version: 5 } as const satisfies ModelVersion;

/** By what questions are listed, counted day by day and purged. */
export const questionIndexes: IndexDescription[] = [
  { key: { collection_id: 1, position: -1 } },
  { key: { collection_id: 1, outcome: 1, position: -1 } },
  { key: { collection_id: 1, helped: 1, position: -1 } },
  { key: { collection_id: 1, helped: 1, outcome: 1, position: -1 } },
  { key: { collection_id: 1, records: 1, position: 1 } },
  { key: { collection_id: 1, day: 1, position: -1, milliseconds: 1, state: 1, outcome: 1, helped: 1 } },
  { key: { collection_id: 1, _id: 1 } },
  { key: { day: 1 } },
  { key: { state: 1 }, partialFilterExpression: { state: 'removable' } },
];

/** What a question occupies after an event. */
export type QuestionSize = { readonly position: bigint; readonly bytes: number };

/** A question; its id is that of the answer. What readers may not have any more is null; `erased` waits until its erasure is proven, `removable` for the purge. */
export type StoredQuestion = {
  readonly _id: string;
  readonly collection_id: string;
  readonly user_id: string;
  readonly position: bigint;
  readonly day: string;
  readonly at: string;
  readonly outcome: QuestionOutcome;
  readonly helped: boolean | null;
  readonly milliseconds: number;
  readonly sends: number;
  readonly bytes: number;
  /** What each event has made of its bytes, as they were applied, and the position of the last one: it is counted by the difference. */
  readonly sizes: readonly QuestionSize[];
  readonly changed: bigint;
  /** Of the newest event of its stream that was applied. */
  readonly revision: number;
  readonly state: 'kept' | 'erased' | 'removable';
  /** The record ids of the tickets that it has found, and those of its sources with their revisions: `<record id>@<revision>`. */
  readonly records: readonly string[];
  readonly quoted: readonly string[];
  readonly verdict: Verdict | null;
  readonly listed: ListedPart | null;
  readonly content: QuestionAnswered['data'] | null;
  /** The kind of gap that it belongs to, if any, and the gap that it was put into, whatever has become of its kind since. */
  readonly kind?: GapKind | null;
  readonly gap?: string;
  readonly wordings?: readonly string[];
};

/** That a ticket is erased, kept for ever; its id is `<collection id>/<record id>`. */
type StoredErased = {
  readonly _id: string;
  readonly collection_id: string;
  readonly erasure: string;
  readonly proven: boolean;
};

/** The day from which on questions are kept. */
type StoredKept = { readonly _id: string; readonly since: string };

export const questionsOf = (db: Db, generation: string): Collection<StoredQuestion> =>
  db.collection<StoredQuestion>(`${generation}_questions`);
export const erasedOf = (db: Db, generation: string): Collection<StoredErased> =>
  db.collection<StoredErased>(`${generation}_erased`);
export const keptOf = (db: Db, generation: string): Collection<StoredKept> =>
  db.collection<StoredKept>(`${generation}_kept`);
export const questionTombstonesOf = (db: Db, generation: string): Collection<StoredTombstone> =>
  db.collection<StoredTombstone>(`${generation}_graves`);

export const erasedKey = (collectionId: string, recordId: string): string => `${collectionId}/${recordId}`;
export const recordOfKey = (key: string): string => key.slice(key.indexOf('/') + 1);

/** The first day whose questions are kept. */
export const keptSince = async (db: Db, generation: string): Promise<string> =>
  (await keptOf(db, generation).findOne({ _id: 'kept' }))?.since ?? '';

/** The condition of a question that readers get, if its collection is not deleted. */
export const shownIn = async (db: Db, generation: string) =>
  ({ state: 'kept', day: { $gte: await keptSince(db, generation) } }) as const;

export type Shown = Awaited<ReturnType<typeof shownIn>>;
