import { setTimeout } from 'node:timers/promises';
import { call } from './api.ts';
import { requireOk } from './stored-tickets.ts';

type Asking = { readonly url: string; readonly token: string; readonly collection: string };

/** Asks questions one after the other, and waits until so many gaps are found in them. */
export const askUntilGaps = async (
  { url, token, collection }: Asking,
  questions: readonly string[],
  gaps: number,
): Promise<void> => {
  for (const query of questions) {
    const body = { collection_id: collection, query };
    requireOk(await call(url, 'POST /api/search', { credential: token, body }));
  }
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const found = await call(url, `GET /api/collections/${collection}/gaps`, { credential: token });
    requireOk(found);
    if ((found.body as { readonly gaps: readonly unknown[] }).gaps.length === gaps) return;
    await setTimeout(500);
  }
  throw new Error(`No ${gaps} gaps within 30 s`);
};
