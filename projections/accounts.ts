import type { RecordedEvent } from '../src/domain/events.ts';
import { creationBytes, dataEventBytes, earlierBytes } from '../src/domain/stored-bytes.ts';
import type { AccountChange } from '../src/ports/accounts.ts';
import type { Projection } from './projection.ts';

type OfUser = Pick<RecordedEvent, 'position' | 'metadata'> & { readonly data: { readonly userId: string } };

const counted = ({ data, metadata, position }: OfUser, bytes = dataEventBytes(data)) =>
  [{ type: 'count event', userId: data.userId, bytes: bytes + earlierBytes(metadata), position }] as const;

/** One row per user, with the API key and the password that are valid now and its other keys, and the bytes of the settings, which stay in the log when a collection is deleted. */
export const accountsProjection: Projection<AccountChange> = {
  name: 'accounts',
  on: {
    UserRegistered: ({ data, metadata, position }) => {
      const { userId: id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint } = data;
      const keys = { sealedApiKey, apiKeyFingerprint };
      const account = { id, email, passwordHash, plan, ...keys, createdAt: metadata.at, tokensFrom: 0 };
      return [{ type: 'put', account, position }];
    },
    ApiKeyRotated: (event) => [{ type: 'replace key', ...event.data, position: event.position }, ...counted(event)],
    PasswordReplaced: (event) => {
      const { userId, passwordHash, tokensFrom = Math.ceil(Date.parse(event.metadata.at) / 1_000) } = event.data;
      return [
        { type: 'replace password', userId, passwordHash, position: event.position },
        { type: 'end sessions', userId, tokensFrom },
        ...counted(event),
      ];
    },
    SessionsEnded: (event) => [{ type: 'end sessions', ...event.data }, ...counted(event)],
    AccessKeyCreated: (event) => {
      const { keyId: id, fingerprint, ...data } = event.data;
      const key = { id, ...data, createdAt: event.metadata.at };
      return [
        { type: 'add key', key, fingerprint, position: event.position },
        ...counted(event, creationBytes(event.data)),
      ];
    },
    AccessKeyRenamed: (event) => {
      const { keyId, name } = event.data;
      return [{ type: 'rename key', keyId, name, position: event.position }, ...counted(event)];
    },
    AccessKeyRevoked: (event) => [{ type: 'revoke key', keyId: event.data.keyId }, ...counted(event)],
    AccountDeleted: ({ data, position }) => [{ type: 'delete account', ...data, position }],
    AccountErasureProven: ({ data: { userId, erasureId, step }, position }) => [
      // The log may have lost the deletion, to a later one of the same e-mail.
      { type: 'delete account', userId, erasureId, position },
      { type: 'prove account step', erasureId, step },
    ],
    CollectionCreated: (event) => counted(event, creationBytes(event.data)),
    CollectionConfigured: (event) => counted(event),
    SyncAdvanced: (event) => counted(event),
    CollectionDeleted: (event) => counted(event),
  },
};
