import type { Source as FoundTicket, User } from '../../client/records.gen.ts';

/** The records of the contract, as they come: types that are generated from the API's description. */
export type { Collection, CollectionSettings, Removed, Usage, User } from '../../client/records.gen.ts';

/** A similar ticket, with what the headers say of it. */
export type Source = FoundTicket & {
  /** Of the texts that make up the problem, with a blank between two; undefined if they are not known. */
  readonly problemLengths?: readonly number[] | undefined;
  /** Whether it is flagged for review. */
  readonly isFlagged?: boolean;
  /** When it was resolved, in ms; undefined if that is not known. */
  readonly resolvedAt?: number | undefined;
  /** Where it is in the desk it came from; undefined if it does not say. */
  readonly url?: string | undefined;
};

/** From which score on a ticket is called very similar, and similar; a matter of the embedding model. */
type Levels = { readonly verySimilar: number; readonly similar: number };
/** `first`: of the nearest ticket, if they differ. */
export type SimilarityLevels = Levels & { readonly first?: Levels };

/** `levels`: undefined if they are not known for the model in use. `isExtractive`: whether an answer is the solution of a ticket, word for word. `answerId`: by which it is judged; undefined if it is not kept. */
export type Found = {
  readonly answer: string | null;
  readonly sources: readonly Source[];
  readonly levels?: SimilarityLevels | undefined;
  readonly isExtractive?: boolean | undefined;
  readonly answerId?: string | undefined;
};

/** One that the web interface offers. */
export type Plan = Exclude<User['plan'], 'enterprise'>;
