import type { RecordedEvent } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { UnprovenAccount } from '../ports/accounts.ts';
import type { EventStore } from '../ports/event-store.ts';

type Named = { readonly userId?: string; readonly tenantId?: string };

/** Of accounts, by their ids. */
type UnprovenAccounts = ReadonlyMap<string, UnprovenAccount>;

/** Every event of an account names it: in its data, or in its metadata. */
const accountsOf = ({ metadata, data }: RecordedEvent, accounts: UnprovenAccounts): readonly UnprovenAccount[] => {
  const named = data as Named | undefined;
  const ids = new Set([metadata.tenantId, named?.userId, named?.tenantId]);
  return [...ids].flatMap((id) => accounts.get(id ?? '') ?? []);
};

/** What stays in the log: that the account and its collections were deleted, for a replay, and the erasure itself. It has ids alone. */
const stays = ({ stream, type }: RecordedEvent, { erasureId }: UnprovenAccount): boolean =>
  type === 'AccountDeleted' || type === 'CollectionDeleted' || stream === streamOf.accountErasure(erasureId);

/** Reads the log from its beginning to the newest event; yields of each batch how many events it had, and by account those that do not stay. */
export const eventsOfAccounts = async function* (
  { subscribe }: Pick<EventStore, 'subscribe'>,
  accounts: UnprovenAccounts,
  signal: AbortSignal,
): AsyncGenerator<{ readonly read: number; readonly events: ReadonlyMap<UnprovenAccount, readonly RecordedEvent[]> }> {
  for await (const { events, caughtUp } of subscribe(undefined, signal)) {
    const own = new Map<UnprovenAccount, RecordedEvent[]>();
    for (const event of events)
      for (const account of accountsOf(event, accounts))
        if (!stays(event, account)) {
          const before = own.get(account);
          if (before) before.push(event);
          else own.set(account, [event]);
        }
    yield { read: events.length, events: own };
    if (caughtUp) return;
  }
};
