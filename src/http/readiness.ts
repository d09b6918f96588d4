import type { Handler } from './authentication.ts';

/** What each store says of itself: a word, and what stands in its way; no addresses, no versions. */
export type StoreState = { readonly state: 'ready' | 'rebuilding' | 'failing'; readonly [detail: string]: unknown };

export type Readiness = {
  readonly stores: Readonly<Record<string, StoreState>>;
  /** The model in use, and the configured one with a word about it where it is another. */
  readonly model: {
    readonly model: string;
    readonly dimensions?: number | null;
    readonly configured?: string;
    readonly advice?: string;
  };
};

/** GET /api/ready: 200 when every store can be used, else 503. */
export const readyHandler =
  (readiness: () => Promise<Readiness>): Handler =>
  async (_request, response) => {
    const { stores, model } = await readiness();
    const ready = Object.values(stores).every(({ state }) => state === 'ready');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', stores, model });
  };
