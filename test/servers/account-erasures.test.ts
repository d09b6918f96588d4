import test, { type ExecutionContext } from 'ava';
import { accountErasureSteps, type AccountErasureStep } from '../../src/domain/account-erasure-events.ts';
import { call, goodTicket, userPassword } from '../support/api.ts';
import { deleteAccount } from '../support/deleted-accounts.ts';
import type { Proposed } from '../support/eventstoredb-double/log.ts';
import { type Kill, type Moment, openKilledService, until } from '../support/killed-service.ts';
import { onServers, sizeOnServers } from '../support/server-stores.ts';
import { requireOk } from '../support/stored-tickets.ts';
import { documentsWith, eventsWith, filesWith, indexFolders, rareTicket, tracesOf } from '../support/traces.ts';

type Recorded = { readonly erasureId?: string; readonly step?: string };
const dataOf = ({ data }: Proposed) => JSON.parse(Buffer.from(data).toString()) as Recorded;

const recorded = (type: string, name: string): Moment => ({
  name,
  at: 'after append',
  isMeant: (events) => events.some((event) => event.type === type),
});
/** Without the deletion nothing comes of it. */
const requested = recorded('AccountErasureRequested', 'the erasure is requested, and the account not deleted');
const deleted = recorded('AccountDeleted', 'the account is deleted, and nothing else');
const halfErased: Moment = { name: 'the first of its streams is erased', at: 'after tombstone' };
const proof = (step: AccountErasureStep, at: 'before append' | 'after append'): Moment => ({
  name: `${step} is done and ${at === 'before append' ? 'not recorded' : 'recorded'}`,
  at,
  isMeant: (events) => events.some((event) => event.type === 'AccountErasureProven' && dataOf(event).step === step),
});

const everyMoment = [
  deleted,
  halfErased,
  ...accountErasureSteps.flatMap((step) => [proof(step, 'before append'), proof(step, 'after append')]),
];
/** In the gate: at once, and in the midst of the log. */
const someMoments = [deleted, halfErased];
const isWhole = sizeOnServers(1, 0) === 1;

const word = 'Яшма';
const expires = '2077-07-07T07:07:07.077Z';

/** A service with an account that has a rare ticket and a key until a rare time, and where its stores hold what it has in the bytes that they keep. */
const open = async (t: ExecutionContext) => {
  const opened = await openKilledService(t);
  const { ask, double, db, elastic, processes, user } = opened;
  const others = Array.from({ length: 12 }, (_, index) => goodTicket(index));
  requireOk(await ask('POST /tickets', { body: { tickets: [...others, rareTicket(word)] } }));
  const key = { name: 'Виджет', scopes: ['read'], expires_at: expires };
  const created = await call(processes[0]?.url ?? '', 'POST /api/keys', { credential: user.token, body: key });
  t.is(created.status, 201);
  const left = async (trace: string) => ({
    log: eventsWith(double.log, trace),
    documents: await documentsWith(db, trace),
    index: (await indexFolders(elastic.client, elastic.prefix)).flatMap((folder) => filesWith(folder, trace)),
    folders: processes.flatMap(({ folder }) => filesWith(folder, trace)),
  });
  const url = () => processes.at(-1)?.url ?? '';
  const remove = () => deleteAccount(url(), user);
  const proven = (): readonly string[] =>
    double.log.all.flatMap((event) => (event.type === 'AccountErasureProven' ? [dataOf(event).step ?? ''] : []));
  return { ...opened, url, left, remove, proven };
};

const nowhere = { log: [], documents: [], index: [], folders: [] };

const survives = async (t: ExecutionContext, kill: Kill) => {
  const opened = await open(t);
  const { double, user, url, left, remove, proven } = opened;
  const has = (step: AccountErasureStep) =>
    until(`${kill.name}: ${step}`, () => Promise.resolve(proven().includes(step) || undefined));
  const traces = [user.email, expires, ...tracesOf(word).slice(0, 4)];
  for (const trace of traces) t.true((await left(trace)).log.length > 0, trace);
  const isLast = /^(log_disk|files)/.test(kill.name);
  await opened.killAt(kill, async () => {
    await remove();
    if (!isLast) return;
    await has('read_models');
    double.log.scavenge();
  });
  t.is((await call(url(), 'GET /api/me', { credential: user.token })).status, 401, kill.name);
  await has('read_models');
  double.log.scavenge();
  await has('files');
  t.deepEqual(proven(), [...accountErasureSteps], kill.name);
  for (const trace of traces) t.deepEqual(await left(trace), nowhere, `${kill.name}: ${trace}`);
  const body = { email: user.email, password: userPassword, plan: 'free' };
  t.is((await call(url(), 'POST /api/register', { body })).status, 201, kill.name);
};

if (onServers) {
  for (const moment of isWhole ? everyMoment : someMoments)
    test.serial(`the erasure of an account is finished after kill -9 when ${moment.name}`, (t) => {
      t.timeout(600_000);
      return survives(t, { ...moment, takesOver: !isWhole && moment === halfErased });
    });

  test.serial('a deletion that is killed before the account says so has deleted nothing', async (t) => {
    t.timeout(600_000);
    const { killAt, remove, url, user, ask } = await open(t);
    await killAt({ ...requested, takesOver: false }, remove);
    t.is((await call(url(), 'GET /api/me', { credential: user.token })).status, 200);
    t.is((await ask('GET /tickets?limit=100')).status, 200);
    t.is((await remove()).status, 202);
    t.is((await call(url(), 'GET /api/me', { credential: user.token })).status, 401);
  });
} else {
  test.skip('the suite of accounts whose erasure is killed runs where TEST_STORES is servers', () => undefined);
}
