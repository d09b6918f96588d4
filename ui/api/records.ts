/** The records of the contract, as they come: types that are generated from the API's description. */
export type { Collection, CollectionSettings, Usage, User } from '../../client/records.gen.ts';

export type Source = {
  readonly ticket_id: string;
  readonly score: number;
  readonly category: string;
  readonly full_text: string;
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

/** `levels`: undefined if they are not known for the model in use. `answerId`: by which it is judged; undefined if it is not kept. */
export type Found = {
  readonly answer: string | null;
  readonly sources: readonly Source[];
  readonly levels?: SimilarityLevels | undefined;
  readonly answerId?: string | undefined;
};

export type Plan = 'free' | 'starter' | 'pro';

/** What was taken out of texts that are not stored yet: links, and what was masked as a name, most often first. */
export type Removed = {
  readonly links: number;
  readonly link_texts: readonly { readonly text: string; readonly tickets: number }[];
  readonly names: readonly { readonly name: string; readonly tickets: number }[];
};
