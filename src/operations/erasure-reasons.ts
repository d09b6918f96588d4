import type { UploadKey } from '../ports/uploads.ts';
import { streamOf } from '../domain/streams.ts';
import { eventsOf } from '../ports/stream-events.ts';
import type { Turns } from './erasure-turns.ts';
import type { CheckResult, ErasureStores, RequestedErasure } from './requested-erasure.ts';

type Stores = Pick<ErasureStores, 'store' | 'collections' | 'uploads' | 'expireUpload' | 'quotesFile'>;

/** The events that were erased, or what that waits for. */
type Erased = Extract<CheckResult, { readonly waitsFor: string }> | { readonly positions: readonly string[] };

/** Uploads that are listed at a time, and streams that are read in a turn. */
const [uploadsAtOnce, streamsPerTurn] = [100, 50];

/** Positions that a proof lists, since an event has 1 MiB. */
const maxPositions = 2_000;

/**
 * Erases the records of a tenant's uploads that failed and whose recorded reason quotes the file, as those of earlier versions do: a quoted cell may be the text of an
 * erased ticket, not cleaned. The record expires first, so that no list has the reason; then its stream is erased.
 */
export const quotingUploads = (stores: Stores) => {
  /** Streams of expired records that were read and quote nothing: nothing is added to them. */
  const known = new Set<string>();
  return async function* ({ request: { userId } }: RequestedErasure): Turns<Erased> {
    const found: string[] = [];
    let expiring = 0;
    for (const { id: collectionId } of await stores.collections.ofUser(userId)) {
      for (const uploadId of yield* quotingIn(stores, collectionId)) {
        await stores.expireUpload({ userId, uploadId });
        expiring += 1;
        yield;
      }
      for (const key of yield* expiredIn(stores, collectionId)) {
        const stream = streamOf.upload(userId, key.uploadId);
        if (known.has(stream)) continue;
        if (await hasQuote(stores, stream)) found.push(stream);
        else known.add(stream);
        if (known.size % streamsPerTurn === 0) yield;
      }
    }
    if (expiring > 0) return { waitsFor: 'the list of uploads still has reasons that quote files' };
    const positions: string[] = [];
    for (const stream of found)
      for await (const { position } of eventsOf(stores.store, stream)) positions.push(String(position));
    if (found.length > 0) await stores.store.erase(found, 'reserved');
    return { positions: positions.slice(0, maxPositions) };
  };
};

/** The uploads of a collection whose reason, as it is listed, quotes their file. */
async function* quotingIn({ uploads, quotesFile }: Stores, collectionId: string): Turns<readonly string[]> {
  const found: string[] = [];
  for (let before: bigint | undefined; ;) {
    const page = await uploads.ofCollection(collectionId, { before, limit: uploadsAtOnce });
    for (const { uploadId, state, detail } of page)
      if (state !== 'running' && detail !== null && quotesFile(detail)) found.push(uploadId);
    before = page.at(-1)?.position;
    if (before === undefined || page.length < uploadsAtOnce) return found;
    yield;
  }
}

async function* expiredIn({ uploads }: Stores, collectionId: string): Turns<readonly UploadKey[]> {
  const found: UploadKey[] = [];
  for (let after: string | undefined; ;) {
    const page = await uploads.expired(collectionId, { after, limit: uploadsAtOnce });
    for (const uploadId of page) found.push({ collectionId, uploadId });
    after = page.at(-1);
    if (after === undefined || page.length < uploadsAtOnce) return found;
    yield;
  }
}

const hasQuote = async ({ store, quotesFile }: Stores, stream: string): Promise<boolean> => {
  for await (const { type, data } of eventsOf(store, stream))
    if ((type === 'UploadFailed' || type === 'UploadInterrupted') && quotesFile(data.detail)) return true;
  return false;
};
