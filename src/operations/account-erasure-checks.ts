import type { CommandContext } from '../commands/command-handler.ts';
import { deleteCollectionsOf } from '../commands/delete-account.ts';
import type { AccountErasureState } from '../domain/account-erasure.ts';
import type { AccountErasureStep } from '../domain/account-erasure-events.ts';
import type { RecordedEvent } from '../domain/events.ts';
import type { Accounts, UnprovenAccount } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';
import type { ErasedContents } from '../ports/erased-contents.ts';
import type { ErasedEvents, EventStore } from '../ports/event-store.ts';
import type { KeyUses } from '../ports/key-uses.ts';
import type { ReadModel } from '../ports/read-model.ts';
import { eventsOf } from '../ports/stream-events.ts';
import type { Uploads } from '../ports/uploads.ts';
import { someOf } from '../platform/some-of.ts';
import { eventsOfAccount } from './account-events.ts';
import type { ErasureTexts } from './erasure-texts.ts';
import { checkLogDisk, indexCheck } from './erasure-checks.ts';
import { inOneTurn, type Turns } from './erasure-turns.ts';
import type { CheckResult } from './requested-erasure.ts';

/** An erasure of an account that was requested. */
export type RequestedAccountErasure = Extract<AccountErasureState, { readonly status: 'requested' }> & {
  readonly requestedAt: Date;
};

type Models = Readonly<Record<'collections' | 'index' | 'uploads' | 'questions', ReadModel<never>>>;

export type AccountStores = CommandContext & {
  readonly store: EventStore;
  /** Of a log that removes erased events later. */
  readonly erased: Pick<ErasedEvents, 'heldAt'> | undefined;
  readonly accounts: Pick<Accounts, 'byId' | 'keysOf'>;
  readonly collections: Pick<Collections, 'ofUser'>;
  readonly uploads: Pick<Uploads, 'running'>;
  readonly keyUses: Pick<KeyUses, 'of' | 'remove'>;
  readonly models: Models;
  readonly contents: ErasedContents;
  /** For how long other instances may still do what they had begun before the deletion; 10 s by default. */
  readonly settleMs?: number;
};

/** `term`: for as long as this process erases. */
type Check = (erasure: RequestedAccountErasure, term: AbortSignal) => Turns<CheckResult>;

/** The work and the check of each step but that in files. */
export const accountErasureChecks = (
  stores: AccountStores,
  texts: ErasureTexts,
): Readonly<Record<Exclude<AccountErasureStep, 'files'>, Check>> => ({
  closed: ({ request, requestedAt }) => inOneTurn(() => checkClosed(stores, request.userId, requestedAt)),
  event_log: ({ request }, term) => eraseEvents(stores, request, { texts, term }),
  read_models: () => inOneTurn(() => checkRows(stores)),
  log_disk: (erasure) => inOneTurn(() => checkLogDisk(stores, erasure)),
});

/** Nobody finds the account, its keys or a collection, and no upload of it runs. A collection that was being created meanwhile is deleted. */
const checkClosed = async (stores: AccountStores, userId: string, requestedAt: Date): Promise<CheckResult> => {
  const { accounts, collections, uploads, now, settleMs = 10_000 } = stores;
  if (now().getTime() - requestedAt.getTime() < settleMs)
    return { waitsFor: 'what was begun before the deletion, for some seconds' };
  const own = await collections.ofUser(userId);
  await deleteCollectionsOf({ ...stores, streams: stores.store })(userId, own);
  if (own.length > 0) return { waitsFor: `the deletion of ${own.length} collections` };
  const running = (await uploads.running()).filter((upload) => upload.userId === userId).length;
  if (running > 0) return { waitsFor: `${running} uploads that end` };
  const [account, keys] = [await accounts.byId(userId), await accounts.keysOf(userId)];
  if (account || keys.length > 0) return { waitsFor: 'the list of accounts does not have the deletion yet' };
  return { proof: { found: { accounts: 0, keys: 0, collections: 0, uploads: 0 } } };
};

/** The log is read again until it gives nothing of the account: that of others who write meanwhile comes to an end. */
const maxPasses = 5;
/** Positions that the proof lists, since an event has 1 MiB. */
const maxPositions = 20_000;

type During = { readonly texts: ErasureTexts; readonly term: AbortSignal };

async function* eraseEvents(
  stores: AccountStores,
  request: RequestedAccountErasure['request'],
  during: During,
): Turns<CheckResult> {
  for (let passes = 0; passes < maxPasses; passes += 1) {
    const { read, left, held } = yield* onePass(stores, request, during);
    during.term.throwIfAborted();
    if (left > 0) continue;
    const found = { events: read, left, held: held.count() };
    return { proof: { found, ...(stores.erased && { positions: held.kept() }) } };
  }
  return { waitsFor: 'others write what belongs to the account at the same time' };
}

/** Erases what the log gives of an account from its beginning to its end; `left`: the streams that gave something, `held`: events of those that gave nothing any more. */
async function* onePass(
  stores: AccountStores,
  account: UnprovenAccount,
  { texts, term }: During,
): Turns<{ readonly read: number; readonly left: number; readonly held: ReturnType<typeof someOf<string>> }> {
  const held = someOf<string>(maxPositions);
  let [read, left] = [0, 0];
  for await (const batch of eventsOfAccount(stores.store, account, term)) {
    read += batch.read;
    const own = Map.groupBy(batch.events, ({ stream }) => stream);
    const live = new Map<string, StreamLeft>();
    for (const name of own.keys()) {
      const found = await leftIn(stores, account.userId, name);
      if (found) live.set(name, found);
    }
    left += live.size;
    const gone = [...own].flatMap(([name, events]) => (live.has(name) ? [] : events));
    for (const { position } of gone) held.add(String(position));
    yield* eraseLive(stores, account, { live, texts });
    yield;
  }
  return { read, left, held };
}

/** What a stream still gives: all of it is erased, or what comes before the revision at which it says that it was deleted. */
type StreamLeft = { readonly keepFrom: number | undefined };

const isMarker = ({ type, data }: RecordedEvent, userId: string): boolean =>
  (type === 'AccountDeleted' || type === 'CollectionDeleted') && data.userId === userId;

const leftIn = async (stores: AccountStores, userId: string, stream: string): Promise<StreamLeft | undefined> => {
  const { store } = stores;
  if (!/^(account|collection)-/.test(stream)) {
    const [first] = await store.readPage(stream, { direction: 'forwards', limit: 1 });
    return first && { keepFrom: undefined };
  }
  const [, collectionId] = /^collection-(.*)/.exec(stream) ?? [];
  if (collectionId !== undefined)
    await deleteCollectionsOf({ ...stores, streams: store })(userId, [{ id: collectionId }]);
  const [first] = await store.readPage(stream, { direction: 'forwards', limit: 1 });
  const marker = first && (await markerIn(stores, userId, stream));
  return marker && first.revision < marker.revision ? { keepFrom: marker.revision } : undefined;
};

/** It is the newest event, unless the e-mail was registered again. */
const markerIn = async (
  { store }: AccountStores,
  userId: string,
  stream: string,
): Promise<RecordedEvent | undefined> => {
  for await (const event of eventsOf(store, stream, { direction: 'backwards' }))
    if (isMarker(event, userId)) return event;
  return undefined;
};

type Live = { readonly live: ReadonlyMap<string, StreamLeft>; readonly texts: ErasureTexts };

/** Remembers texts of streams, and which keys were used, before it erases them: afterwards nobody knows what to look for. */
async function* eraseLive(
  { store, keyUses }: AccountStores,
  owner: UnprovenAccount,
  { live, texts }: Live,
): Turns<void> {
  if (live.size === 0) return;
  const kept = await texts.open(owner);
  let keyIds: string[] = [];
  let read = 0;
  for (const [name, { keepFrom = Infinity }] of live)
    for await (const event of eventsOf(store, name)) {
      if (event.revision >= keepFrom) break;
      kept.add(event);
      if (event.type === 'AccessKeyCreated') keyIds.push(event.data.keyId);
      read += 1;
      if (read % eventsPerTurn > 0) continue;
      await keyUses.remove(keyIds);
      keyIds = [];
      yield;
    }
  await kept.save();
  await keyUses.remove(keyIds);
  const whole = [...live].flatMap(([name, { keepFrom }]) => (keepFrom === undefined ? [name] : []));
  for (let first = 0; first < whole.length; first += streamsPerStep) {
    await store.erase(whole.slice(first, first + streamsPerStep), 'reserved');
    yield;
  }
  const parts = [...live].flatMap(([stream, { keepFrom: revision }]) =>
    revision === undefined ? [] : [{ stream, revision }],
  );
  await store.truncate(parts);
}

/** Streams that are erased at a time, and events that are read: some ten milliseconds of the log's time. */
const [streamsPerStep, eventsPerTurn] = [100, 500];

/** The purge has removed all rows and vectors of deleted collections, and no copy of the index is left. */
const checkRows = async ({ models, contents }: AccountStores): Promise<CheckResult> => {
  const { index, collections, uploads, questions } = models;
  for (const generation of [index.current, index.retained, collections.current, uploads.current, questions.current]) {
    const orphans = (await (await generation())?.orphans(1)) ?? [];
    if (orphans.length > 0) return { waitsFor: 'the purge of deleted collections' };
  }
  const none = { tenantId: '', collectionId: '', recordIds: [] };
  return indexCheck(await contents.left(none));
};
