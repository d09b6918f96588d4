import type { AllErasures, AnyErasureRow, Erasure, ErasureReceipt, ErasureStep } from '../../client/records.gen.ts';
import type { Send } from './request.ts';

/** The records of docs/api.md, "Erasures", as they come: types that are generated from the API's description. */
export type { Erasure, ErasureReceipt, ErasureStep };
export type StepName = ErasureStep['step'];
export type ErasureOutcome = Erasure['outcome'];
export type ErasureState = Erasure['state'];
/** What a list shows of an erasure; `tickets` is their number. */
export type ErasureRow = AnyErasureRow;

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
      const { erasures, next } = (await (await send(`GET ${base}?limit=100${more}`, { signal })).json()) as AllErasures;
      return { items: erasures, next };
    },
  };
};
