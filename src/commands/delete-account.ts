import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { accountErasure, shownForDays, tokenHash } from '../domain/account-erasure.ts';
import { account } from '../domain/account.ts';
import { collection } from '../domain/collection.ts';
import { CollectionNotFound } from '../domain/errors.ts';
import { streamOf } from '../domain/streams.ts';
import { dayMs } from '../platform/days.ts';
import type { Account } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** The erasure of a deleted account; nobody sees the token again. */
export type DeletedAccount = { readonly erasureId: string; readonly token: string; readonly shownUntil: string };

/** `checked`: with the password that was presented. */
export type DeleteAccount = (checked: Pick<Account, 'id' | 'email' | 'passwordHash'>) => Promise<DeletedAccount>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly collections: Pick<Collections, 'ofUser' | 'usage'>;
  readonly newToken: () => string;
};

/** Deletions at a time, which share the commits of the log. */
const deletionsAtOnce = 20;

/**
 * Deletes an account and its collections: once it resolves, every instance refuses its sessions and keys, and its uploads end. All else is erased in the
 * background. The request comes first: without the deletion, which decides, nothing comes of it. Throws NotAuthenticated if the password was changed
 * since it was checked or the account deleted, and Unavailable.
 */
export const deleteAccount = (dependencies: Dependencies): DeleteAccount => {
  const { streams, projected, collections, newToken, newId, now } = dependencies;
  const handle = commandHandler(streams, dependencies);
  const remove = deleteCollectionsOf(dependencies);
  return async ({ id: userId, email, passwordHash: presentedHash }) => {
    const [erasureId, token] = [newId(), newToken()];
    const shownUntil = new Date(now().getTime() + shownForDays * dayMs).toISOString();
    const [own, { tickets }] = await Promise.all([collections.ofUser(userId), collections.usage(userId)]);
    const data = { erasureId, userId, collections: own.length, tickets, tokenHash: tokenHash(token), shownUntil };
    await handle({
      ...{ stream: streamOf.accountErasure(erasureId), decider: accountErasure, tenantId: userId },
      command: { type: 'RequestAccountErasure', data },
    });
    const position = await handle({
      ...{ stream: streamOf.account(email), decider: account, tenantId: userId },
      command: { type: 'DeleteAccount', presentedHash, data: { userId, erasureId } },
    });
    const positions = await remove(userId, own);
    const waited = await projected.waitForPosition(['accounts', 'collections', 'questions'], [position, ...positions]);
    throwIfStalled(waited, 'the account is deleted, and refused everywhere shortly');
    return { erasureId, token, shownUntil };
  };
};

/** Deletes collections of an account, those that are deleted already excepted; resolves with the positions. */
export const deleteCollectionsOf = (dependencies: CommandContext & { readonly streams: Streams }) => {
  const handle = commandHandler(dependencies.streams, dependencies);
  return async (userId: string, some: readonly { readonly id: string }[]): Promise<readonly bigint[]> => {
    const remove = async ({ id: collectionId }: { readonly id: string }): Promise<readonly bigint[]> => {
      const stream = streamOf.collection(collectionId);
      const command = { type: 'DeleteCollection', data: { collectionId, userId } } as const;
      try {
        return [await handle({ stream, decider: collection, command, tenantId: userId })];
      } catch (error) {
        if (error instanceof CollectionNotFound) return [];
        throw error;
      }
    };
    return (await Array.fromAsync(mapConcurrently(some, deletionsAtOnce, remove))).flat();
  };
};
