import type { AccountChange } from '../src/ports/accounts.ts';
import type { Projection } from './projection.ts';

/** One row per user, with the API key that is valid now. */
export const accountsProjection: Projection<AccountChange> = {
  name: 'accounts',
  on: {
    UserRegistered: ({ data, metadata, position }) => {
      const { userId: id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint } = data;
      const account = { id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint, createdAt: metadata.at };
      return [{ type: 'put', account, position }];
    },
    ApiKeyRotated: ({ data, position }) => [{ type: 'replace key', ...data, position }],
  },
};
