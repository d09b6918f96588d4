import type { CreatedKey, Key, Keys, NewKey, Token } from '../../client/records.gen.ts';
import type { Send } from './request.ts';

export type { CreatedKey, Key, NewKey };
export type Scope = Key['scopes'][number];

/** The keys of the account, its password and its sessions. Every method throws ApiError. */
export const keyClient = (send: Send) => {
  const token = async (endpoint: string, body?: unknown): Promise<string> =>
    ((await (await send(endpoint, { body })).json()) as Token).access_token;
  return {
    list: async (): Promise<readonly Key[]> => ((await (await send('GET /api/keys')).json()) as Keys).keys,
    create: async (body: NewKey): Promise<CreatedKey> =>
      (await (await send('POST /api/keys', { body })).json()) as CreatedKey,
    rename: async (id: string, name: string): Promise<Key> =>
      (await (await send(`PATCH /api/keys/${id}`, { body: { name } })).json()) as Key,
    revoke: async (id: string): Promise<void> => void (await send(`DELETE /api/keys/${id}`)),
    /** Both return the token with which this session goes on. */
    changePassword: (current: string, chosen: string) => token('PUT /api/me/password', { current, new: chosen }),
    signOutEverywhere: () => token('POST /api/me/sign-out-everywhere'),
  };
};
