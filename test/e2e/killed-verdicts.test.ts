import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call } from '../support/api.ts';
import { questionsHome, type Shown } from '../support/asked-questions.ts';
import { sizeInGate } from '../support/server-stores.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const rounds = sizeInGate(20, 3);
const questions = 4;
const latestKillMs = 400;

type Home = Awaited<ReturnType<typeof questionsHome>>;
/** The comment of a verdict is its number, so that it shows which one was stored. */
type Judged = { readonly id: string; acknowledged: number; sent: number };

/** Gives verdicts on the questions of a tenant, one after the other, until a request is cut off. */
const judge = async ({ credential }: Home, url: string, judged: readonly Judged[]): Promise<void> => {
  for (let number = 0; ; number += 1) {
    const one = judged[number % judged.length];
    if (!one) return;
    one.sent += 1;
    const body = { helped: one.sent % 2 === 0, comment: String(one.sent) };
    const answer = await call(url, `PUT /api/answers/${one.id}/verdict`, { credential, body }).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.status !== 204) throw new Error(`A verdict: ${answer.status} ${JSON.stringify(answer.body)}`);
    one.acknowledged = one.sent;
  }
};

const verdictIsKept = async (t: ExecutionContext, { credential }: Home, url: string, one: Judged): Promise<void> => {
  const { status, body } = await call(url, `GET /api/answers/${one.id}`, { credential });
  t.is(status, 200);
  const { verdict } = body as Shown;
  const number = Number(verdict?.comment ?? 0);
  t.true(
    number >= one.acknowledged && number <= one.sent,
    `${number}, acknowledged ${one.acknowledged} of ${one.sent}`,
  );
  if (number > 0) t.is(verdict?.helped, number % 2 === 0);
};

test(`kill -9 at ${rounds} random moments while two tenants give verdicts loses none that was acknowledged`, async (t) => {
  t.timeout(1_800_000);
  const folder = temporaryFolder(t);
  let service = await startService({}, folder);
  t.teardown(() => service.kill());
  const homes = [await questionsHome(service.url), await questionsHome(service.url)];
  const tenants: { readonly home: Home; readonly judged: readonly Judged[] }[] = [];
  for (const home of homes) {
    const judged: Judged[] = [];
    for (let count = 0; count < questions; count += 1)
      judged.push({ id: (await home.ask()).id, acknowledged: 0, sent: 0 });
    // A question may be lost; of one that was read a verdict may not.
    for (const { id } of judged) await home.shown(id);
    tenants.push({ home, judged });
  }
  for (let round = 0; round < rounds; round += 1) {
    const { url } = service;
    const judging = Promise.all(tenants.map(({ home, judged }) => judge(home, url, judged)));
    await setTimeout(((round + Math.random()) / rounds) * latestKillMs);
    await service.kill();
    await judging;
    service = await startService({}, folder);
    for (const { home, judged } of tenants) for (const one of judged) await verdictIsKept(t, home, service.url, one);
  }
  for (const { judged } of tenants) t.true(judged.some(({ acknowledged }) => acknowledged > 0));
});
