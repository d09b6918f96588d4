/** The records of the contract, as they come. */
export type User = {
  readonly id: string;
  readonly email: string;
  readonly api_key: string;
  readonly plan: string;
  readonly created_at: string;
};

/** What the user stores and may store; null: without a limit. `bytes`: what the data occupy. `recording`: whether questions are recorded, `over-quota` if they no longer are for want of space. */
export type Usage = {
  readonly tickets: number;
  readonly bytes: number;
  readonly collections: number;
  readonly limits: { readonly [Unit in 'tickets' | 'bytes' | 'collections']: number | null };
  readonly questions: { readonly recording: 'on' | 'off' | 'over-quota'; readonly keep_days: number };
};

export type Collection = {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly ticket_count: number;
  readonly created_at: string;
};

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

/** What an owner may change; a setting that is left out stays. `ticket_url`: the address of a ticket in its desk, with `{ticket_id}`; null for none. */
export type CollectionSettings = {
  readonly name?: string;
  readonly ticket_url?: string | null;
  readonly not_names?: readonly string[];
};

export type Plan = 'free' | 'starter' | 'pro';

/** What was taken out of texts that are not stored yet: links, and what was masked as a name, most often first. */
export type Removed = {
  readonly links: number;
  readonly link_texts: readonly { readonly text: string; readonly tickets: number }[];
  readonly names: readonly { readonly name: string; readonly tickets: number }[];
};
