import type { RecordedEvent } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { UnprovenAccount } from '../ports/accounts.ts';
import type { EventStore } from '../ports/event-store.ts';

type Named = { readonly userId?: string; readonly tenantId?: string };

/** Every event of an account names it: in its data, or in its metadata. */
const isOf = ({ metadata, data }: RecordedEvent, userId: string): boolean => {
  const named = data as Named | undefined;
  return [metadata.tenantId, named?.userId, named?.tenantId].includes(userId);
};

/** What stays in the log: that the account and its collections were deleted, for a replay, and the erasure itself. It has ids alone. */
const stays = ({ stream, type }: RecordedEvent, { erasureId }: UnprovenAccount): boolean =>
  type === 'AccountDeleted' || type === 'CollectionDeleted' || stream === streamOf.accountErasure(erasureId);

/** Reads the log from its beginning to the newest event; yields of each batch how many events it had and those of an account that do not stay. */
export const eventsOfAccount = async function* (
  { subscribe }: Pick<EventStore, 'subscribe'>,
  key: UnprovenAccount,
  signal: AbortSignal,
): AsyncGenerator<{ readonly read: number; readonly events: readonly RecordedEvent[] }> {
  for await (const { events, caughtUp } of subscribe(undefined, signal)) {
    yield { read: events.length, events: events.filter((event) => isOf(event, key.userId) && !stays(event, key)) };
    if (caughtUp) return;
  }
};
