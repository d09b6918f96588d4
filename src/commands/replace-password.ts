import { account } from '../domain/account.ts';
import { streamOf } from '../domain/streams.ts';
import type { Account } from '../ports/accounts.ts';
import type { Streams } from '../ports/event-store.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Gives an account another password, by its hash; resolves with the position of the event. Throws NotAuthenticated for one that does not exist, and Unavailable. */
export const replacePassword =
  (context: CommandContext & { readonly streams: Streams }) =>
  ({ id: userId, email }: Pick<Account, 'id' | 'email'>, passwordHash: string): Promise<bigint> =>
    commandHandler(
      context.streams,
      context,
    )({
      stream: streamOf.account(email),
      decider: account,
      command: { type: 'ReplacePassword', data: { userId, passwordHash } },
      tenantId: userId,
    });
