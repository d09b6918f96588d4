import type { Send } from './request.ts';

/** The records of docs/api.md, "Erasures", as they come. Times are ISO 8601. */
export type StepName =
  | 'hidden'
  | 'event_log'
  | 'answers'
  | 'read_models'
  | 'index'
  | 'uploads'
  | 'log_disk'
  | 'backups';

export type ErasureStep = {
  readonly step: StepName;
  readonly state: 'verified' | 'running' | 'failed' | 'waiting' | 'outside';
  readonly at: string | null;
  /** What was seen, in numbers. */
  readonly found: Readonly<Record<string, number>>;
  readonly reason: string | null;
};

/** Other tickets of a collection with the text of an erased one: the ids of the first, and how many were found. */
export type SameText = {
  readonly collection_id: string;
  readonly collection_name: string;
  readonly ticket_ids: readonly string[];
  readonly tickets: number;
};

/** Whether there was anything to erase; `partly`: some of the requested ids are unknown. */
export type ErasureOutcome = 'erased' | 'partly' | 'nothing';

/** `held_back`: texts are left in files, which the operator has to remove. */
export type ErasureState = 'running' | 'waiting' | 'held_back' | 'proven';

export type Erasure = {
  readonly id: string;
  readonly number: number;
  readonly state: ErasureState;
  readonly outcome: ErasureOutcome;
  readonly requested_at: string;
  readonly proven_at: string | null;
  readonly requested_by: string;
  readonly surface: 'web' | 'api';
  readonly requested_for: string | null;
  readonly collection_id: string;
  readonly collection_name: string;
  readonly tickets: readonly { readonly ticket_id: string; readonly revisions: number }[];
  /** Requested ids that the collection does not have, and tickets that had been erased before. */
  readonly unknown: number;
  readonly erased_before: number;
  readonly elsewhere: readonly SameText[];
  readonly steps: readonly ErasureStep[];
};

/** What a list shows of an erasure; `tickets` is their number. */
export type ErasureRow = Pick<
  Erasure,
  'id' | 'number' | 'state' | 'requested_at' | 'collection_id' | 'collection_name'
> & {
  readonly tickets: number;
  readonly first_ticket_id: string | null;
  readonly collection_deleted: boolean;
};

type ErasurePage = { readonly items: readonly ErasureRow[]; readonly next: string | null };

/** The erasures of all collections, deleted ones too. Every method throws ApiError. */
export type ErasureClient = {
  readonly show: (id: string) => Promise<Erasure>;
  /** The text of the receipt as it is downloaded. */
  readonly receipt: (id: string) => Promise<string>;
  /** A page, newest first; the first for null. */
  readonly list: (after: string | null, signal: AbortSignal) => Promise<ErasurePage>;
};

/** The endpoints of erasures over `send`. */
export const erasureClient = (send: Send): ErasureClient => {
  const base = '/api/erasures';
  return {
    show: async (id) => (await (await send(`GET ${base}/${id}`)).json()) as Erasure,
    receipt: async (id) =>
      (await send(`GET ${base}/${id}/receipt`, { headers: { Accept: 'application/json' } })).text(),
    list: async (after, signal) => {
      const more = after === null ? '' : `&after=${after}`;
      const { erasures, next } = (await (await send(`GET ${base}?limit=100${more}`, { signal })).json()) as {
        readonly erasures: readonly ErasureRow[];
        readonly next: string | null;
      };
      return { items: erasures, next };
    },
  };
};
