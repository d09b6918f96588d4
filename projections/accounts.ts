import type { AccountChange } from '../src/ports/accounts.ts';
import type { Projection } from './projection.ts';

/** One row per user, with the API key and the password that are valid now. */
export const accountsProjection: Projection<AccountChange> = {
  name: 'accounts',
  on: {
    UserRegistered: ({ data, metadata, position }) => {
      const { userId: id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint } = data;
      const keys = { sealedApiKey, apiKeyFingerprint };
      const account = { id, email, passwordHash, plan, ...keys, createdAt: metadata.at, passwordReplacedAt: null };
      return [{ type: 'put', account, position }];
    },
    ApiKeyRotated: ({ data, position }) => [{ type: 'replace key', ...data, position }],
    PasswordReplaced: ({ data, metadata, position }) => [
      { type: 'replace password', ...data, passwordReplacedAt: metadata.at, position },
    ],
  },
};
