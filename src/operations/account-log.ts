import type { CommandContext } from '../commands/command-handler.ts';
import { deleteCollectionsOf } from '../commands/delete-account.ts';
import type { RecordedEvent } from '../domain/events.ts';
import type { UnprovenAccount } from '../ports/accounts.ts';
import type { ErasedEvents, EventStore } from '../ports/event-store.ts';
import type { KeyUses } from '../ports/key-uses.ts';
import { eventsOf } from '../ports/stream-events.ts';
import { someOf } from '../platform/some-of.ts';
import { eventsOfAccounts } from './account-events.ts';
import type { ErasureTexts } from './erasure-texts.ts';
import type { Turns } from './erasure-turns.ts';
import type { CheckResult } from './requested-erasure.ts';
import { sharedTurns } from './shared-turns.ts';

/** The log, and what is looked for of a key before its events are erased. */
export type AccountLog = CommandContext & {
  readonly store: EventStore;
  /** Of a log that removes erased events later. */
  readonly erased: Pick<ErasedEvents, 'heldAt'> | undefined;
  readonly keyUses: Pick<KeyUses, 'of' | 'remove'>;
};

type EraseFromLog = (account: UnprovenAccount, term: AbortSignal) => Turns<CheckResult>;

/** Erases the events of accounts and proves that the log gives none of them. One reading of the log serves all that wait for it. */
export const accountLogEraser = (log: AccountLog, texts: ErasureTexts): EraseFromLog => {
  const shared = sharedTurns<UnprovenAccount, Pass>((accounts, term) =>
    onePass(log, accounts, { texts, term, most: sharedStreams }),
  );
  const alone = async function* (account: UnprovenAccount, term: AbortSignal): Turns<Pass | undefined> {
    const accounts = new Map([[account.userId, account]]);
    return (yield* onePass(log, accounts, { texts, term, most: Infinity })).get(account.userId);
  };
  return (account, term) =>
    untilNothingIsLeft({
      shared: () => shared(account.userId, account, term),
      alone: () => alone(account, term),
      keepsPositions: log.erased !== undefined,
    });
};

/** The log is read again until it gives nothing of the account: that of others who write meanwhile comes to an end. */
const maxPasses = 5;
/** Positions that the proof lists, since an event has 1 MiB. */
const maxPositions = 20_000;

/** Streams of an account that a pass for all erases: one with more reads the log by itself, so that it delays no other. */
const sharedStreams = 100;

/** `most`: how many streams of each account are erased. */
type During = { readonly texts: ErasureTexts; readonly term: AbortSignal; readonly most: number };

/** What a pass has found of an account: `read` events of all accounts, `left` streams that gave something, `held` events of those that gave nothing any more. */
type Pass = { readonly read: number; readonly left: number; readonly held: ReturnType<typeof someOf<string>> };

type Passes = {
  readonly shared: () => Turns<Pass>;
  readonly alone: () => Turns<Pass | undefined>;
  readonly keepsPositions: boolean;
};

async function* untilNothingIsLeft({ shared, alone, keepsPositions }: Passes): Turns<CheckResult> {
  let isAlone = false;
  for (let passes = 0; passes < maxPasses; passes += 1) {
    const pass: Pass | undefined = yield* isAlone ? alone() : shared();
    if (pass?.left === 0) {
      const found = { events: pass.read, left: 0, held: pass.held.count() };
      return { proof: { found, ...(keepsPositions && { positions: pass.held.kept() }) } };
    }
    isAlone = !isAlone && pass !== undefined && pass.left >= sharedStreams;
  }
  return { waitsFor: 'others write what belongs to the account at the same time' };
}

/** Erases what the log gives of accounts from its beginning to its end: it is read once for all of them. */
async function* onePass(
  log: AccountLog,
  accounts: ReadonlyMap<string, UnprovenAccount>,
  { texts, term, most }: During,
): Turns<ReadonlyMap<string, Pass>> {
  const found = new Map([...accounts.keys()].map((id) => [id, { left: 0, held: someOf<string>(maxPositions) }]));
  let read = 0;
  for await (const batch of eventsOfAccounts(log.store, accounts, term)) {
    read += batch.read;
    for (const [account, events] of batch.events) {
      const one = found.get(account.userId);
      if (!one || one.left >= most) continue;
      const own = Map.groupBy(events, ({ stream }) => stream);
      const live = await liveOf(log, account, [...own.keys()].slice(0, most - one.left));
      one.left += live.size;
      const gone = [...own].flatMap(([name, each]) => (live.has(name) ? [] : each));
      for (const { position } of gone) one.held.add(String(position));
      yield* eraseLive(log, account, { live, texts });
    }
    yield;
  }
  // A subscription that is aborted ends as if it had read everything.
  term.throwIfAborted();
  return new Map([...found].map(([id, one]) => [id, { read, ...one }]));
}

const liveOf = async (
  log: AccountLog,
  { userId }: UnprovenAccount,
  streams: Iterable<string>,
): Promise<ReadonlyMap<string, StreamLeft>> => {
  const live = new Map<string, StreamLeft>();
  for (const name of streams) {
    const found = await leftIn(log, userId, name);
    if (found) live.set(name, found);
  }
  return live;
};

/** What a stream still gives: all of it is erased, or what comes before the revision at which it says that it was deleted. */
type StreamLeft = { readonly keepFrom: number | undefined };

const isMarker = ({ type, data }: RecordedEvent, userId: string): boolean =>
  (type === 'AccountDeleted' || type === 'CollectionDeleted') && data.userId === userId;

const leftIn = async (log: AccountLog, userId: string, stream: string): Promise<StreamLeft | undefined> => {
  const { store } = log;
  if (!/^(account|collection)-/.test(stream)) {
    const [first] = await store.readPage(stream, { direction: 'forwards', limit: 1 });
    return first && { keepFrom: undefined };
  }
  const [, collectionId] = /^collection-(.*)/.exec(stream) ?? [];
  if (collectionId !== undefined) await deleteCollectionsOf({ ...log, streams: store })(userId, [{ id: collectionId }]);
  const [first] = await store.readPage(stream, { direction: 'forwards', limit: 1 });
  const marker = first && (await markerIn(log, userId, stream));
  return marker && first.revision < marker.revision ? { keepFrom: marker.revision } : undefined;
};

/** It is the newest event, unless the e-mail was registered again. */
const markerIn = async ({ store }: AccountLog, userId: string, stream: string): Promise<RecordedEvent | undefined> => {
  for await (const event of eventsOf(store, stream, { direction: 'backwards' }))
    if (isMarker(event, userId)) return event;
  return undefined;
};

type Live = { readonly live: ReadonlyMap<string, StreamLeft>; readonly texts: ErasureTexts };

/** Remembers texts of streams, and which keys were used, before it erases them: afterwards nobody knows what to look for. */
async function* eraseLive({ store, keyUses }: AccountLog, owner: UnprovenAccount, { live, texts }: Live): Turns<void> {
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
