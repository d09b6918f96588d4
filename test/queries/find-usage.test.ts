import test from 'ava';
import type { Account } from '../../src/ports/accounts.ts';
import { lateQuotas, tenantQuotas } from '../../src/queries/find-usage.ts';

const account = { id: 'mine', plan: 'free' } as Account;
const stores = {
  accounts: {
    byId: (id: string) => Promise.resolve(id === account.id ? account : undefined),
    settingsBytes: () => Promise.resolve(1),
  },
  collections: { usage: () => Promise.resolve({ tickets: 1, bytes: 2, collections: 1 }) },
  questions: { bytes: () => Promise.resolve(3) },
};
const set = { tickets: undefined, bytes: 500, collections: undefined };

test('what is stored after a reply has the quota of its account, and none once that is deleted', async (t) => {
  const { limits, usage } = lateQuotas(stores, set);
  t.deepEqual(await limits('mine'), await tenantQuotas(stores, set).limits('mine'));
  t.is((await limits('mine')).bytes, 500);
  t.deepEqual(await limits('deleted'), { tickets: 0, bytes: 0, collections: 0 });
  t.is((await usage('mine')).bytes, 6);
});
