import { accountErasure } from '../../src/domain/account-erasure.ts';
import { account } from '../../src/domain/account.ts';
import { dataKey } from '../../src/domain/data-key.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { Decide } from './example-gap.ts';

/** Sealed with a data key that nobody uses. */
const keys = {
  first: {
    sealedApiKey: 'gZEZ6cBW0MUNP3Epry3KFOFzdpbW3je/E+BdTqQoiEXKd6gMB5jHCky5P5rGR3y9+M3QB1yiHkC477DX',
    apiKeyFingerprint: '2c5dcc015341ab19aab02cd37d9793e24db7fa407d0e8a833a9252bf9d103540',
  },
  second: {
    sealedApiKey: 'Gc4I0hDohQxVcjyXJyJ5NE7nItQ6sFlR+xFuqBLFhxGPtzySIemV3G1JeMIINyegqEJfwsE5l595QZS4',
    apiKeyFingerprint: '686489da14a2fc221c1b8f9f486d571ac9faf1dc31062772a672bd8d9ec716c0',
  },
};
const dataKeyId = '261d34d96b15264b46cb39dc2ba108e3fa49624230cb3e77e71da6c0c386d7eb';
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$L4gyaBjLf1I6/c1MqdPLJg$ydW/l2axv4LQTY9d8d2A3kh4OyRPml3/TmO/yMzxlbs';

type Ids = {
  readonly userId: string;
  readonly email: string;
  readonly collectionId: string;
  readonly idOf: (name: string) => string;
};

/** An account with its keys, passwords and sessions, and the data key of its log. */
export const chooseKeys = async (decide: Decide, { userId, email, collectionId, idOf }: Ids): Promise<void> => {
  const run = idOf('rotation');
  const now = new Date('2026-01-02T03:04:05Z');
  await decide(
    streamOf.dataKey,
    dataKey,
    { type: 'ChooseDataKey', dataKeyId, instead: undefined },
    { type: 'StartRotation', run, dataKeyId },
    { type: 'FinishRotation', run },
  );
  await decide(
    streamOf.account(email),
    account,
    { type: 'RegisterUser', data: { userId, email, passwordHash, plan: 'free', ...keys.first } },
    {
      type: 'RotateApiKey',
      presentedFingerprint: keys.first.apiKeyFingerprint,
      data: { userId, ...keys.second },
    },
    { type: 'ReplacePassword', now, data: { userId, passwordHash } },
    { type: 'EndSessions', now, data: { userId } },
    {
      type: 'CreateKey',
      now,
      data: {
        ...{ userId, keyId: idOf('key'), name: 'Виджет на сайте', scopes: ['search'], collections: [collectionId] },
        ...{ expiresAt: '2026-07-01T00:00:00.000Z', fingerprint: keys.first.apiKeyFingerprint },
      },
    },
    { type: 'RenameKey', data: { userId, keyId: idOf('key'), name: 'Виджет в приложении' } },
    { type: 'RevokeKey', data: { userId, keyId: idOf('key') } },
  );
};

/** The account is deleted, the first step of its erasure verified, and the last one held back. */
export const deleteExampleAccount = async (decide: Decide, { userId, email, idOf }: Omit<Ids, 'collectionId'>) => {
  const erasureId = idOf('erasure of the account');
  const shown = { tokenHash: keys.first.apiKeyFingerprint, shownUntil: '2027-02-26T09:30:00.000Z' };
  await decide(
    streamOf.accountErasure(erasureId),
    accountErasure,
    { type: 'RequestAccountErasure', data: { erasureId, userId, collections: 1, tickets: 1, ...shown } },
    {
      type: 'ProveAccountStep',
      proof: { step: 'closed', found: { accounts: 0, keys: 0, collections: 0, uploads: 0 } },
    },
    { type: 'HoldBackAccountErasure', left: 3 },
  );
  await decide(streamOf.account(email), account, {
    ...{ type: 'DeleteAccount', presentedHash: passwordHash, data: { userId, erasureId } },
  });
};
