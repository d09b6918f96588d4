import { fairLimit } from '../concurrency/fair-limit.ts';
import { collection } from '../domain/collection.ts';
import { CollectionNotFound, QuotaExceeded } from '../domain/errors.ts';
import type { TenantQuotas } from '../domain/quotas.ts';
import { streamOf } from '../domain/streams.ts';
import { uuidV5 } from '../platform/uuid.ts';
import type { Collection, Collections } from '../ports/collections.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { AdmitChanges } from './admit-changes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

export type CreateCollection = (wanted: {
  readonly userId: string;
  readonly name: string;
  readonly idempotencyKey?: string;
}) => Promise<Collection>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly collections: Pick<Collections, 'byId' | 'usage'>;
  readonly quotas: TenantQuotas;
  readonly admit: AdmitChanges;
};

/**
 * Creates a collection and returns it once it is visible. A repeat with the same idempotency key returns the same collection. Throws
 * CollectionNotFound if that was deleted since, QuotaExceeded, TooManyAttempts, and Unavailable if the projection stalls.
 */
export const createCollection = (dependencies: Dependencies): CreateCollection => {
  const { streams, projected, collections, admit, newId } = dependencies;
  const handle = commandHandler(streams, dependencies);
  // One of a tenant at a time, until it is visible: the quota counts those that are.
  const inTurn = fairLimit(Infinity, 1);
  const create: CreateCollection = async ({ userId, name, idempotencyKey }) => {
    const collectionId = idempotencyKey === undefined ? newId() : uuidV5(userId, idempotencyKey.toLowerCase());
    const position = await handle({
      stream: streamOf.collection(collectionId),
      decider: collection,
      command: { type: 'CreateCollection', data: { collectionId, userId, name } },
      tenantId: userId,
      // A repeat needs no room.
      admit: async (events) => {
        await requireRoom(dependencies, userId);
        await admit(userId, events);
      },
    });
    throwIfStalled(
      await projected.waitForPosition(['accounts', 'collections'], [position]),
      'see GET /api/collections shortly',
    );
    const created = await collections.byId(collectionId);
    if (!created) throw new CollectionNotFound();
    return created;
  };
  return (wanted) => inTurn(wanted.userId, () => create(wanted));
};

/** Throws QuotaExceeded. */
const requireRoom = async (
  { collections, quotas }: Pick<Dependencies, 'collections' | 'quotas'>,
  userId: string,
): Promise<void> => {
  const { collections: most } = await quotas.limits(userId);
  if (most === undefined) return;
  const { collections: own } = await collections.usage(userId);
  if (own >= most) throw new QuotaExceeded(`Quota exceeded: ${own} collections of ${most} exist; delete one`);
};
