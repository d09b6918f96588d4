import type { RecordedEvent } from '../src/domain/events.ts';
import { creationBytes, dataEventBytes } from '../src/domain/stored-bytes.ts';
import type { AccountChange } from '../src/ports/accounts.ts';
import type { Projection } from './projection.ts';

type OfUser = Pick<RecordedEvent, 'position'> & { readonly data: { readonly userId: string } };

const counted = ({ data, position }: OfUser, bytes = dataEventBytes(data)) =>
  [{ type: 'count event', userId: data.userId, bytes, position }] as const;

/** One row per user, with the API key and the password that are valid now, and the bytes of the settings, which stay in the log when a collection is deleted. */
export const accountsProjection: Projection<AccountChange> = {
  name: 'accounts',
  on: {
    UserRegistered: ({ data, metadata, position }) => {
      const { userId: id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint } = data;
      const keys = { sealedApiKey, apiKeyFingerprint };
      const account = { id, email, passwordHash, plan, ...keys, createdAt: metadata.at, passwordReplacedAt: null };
      return [{ type: 'put', account, position }];
    },
    ApiKeyRotated: (event) => [{ type: 'replace key', ...event.data, position: event.position }, ...counted(event)],
    PasswordReplaced: ({ data, metadata, position }) => [
      { type: 'replace password', ...data, passwordReplacedAt: metadata.at, position },
    ],
    CollectionCreated: (event) => counted(event, creationBytes(event.data)),
    CollectionConfigured: (event) => counted(event),
    CollectionDeleted: (event) => counted(event),
  },
};
