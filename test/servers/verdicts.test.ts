import test, { type ExecutionContext } from 'ava';
import { call } from '../support/api.ts';
import { questionsHome, type Shown } from '../support/asked-questions.ts';
import { type Kill, type Moment, openKilledService, until } from '../support/killed-service.ts';
import { onServers, sizeOnServers } from '../support/server-stores.ts';

const moment = (name: string, at: Moment['at']): Moment => ({
  ...{ name, at },
  isMeant: (events) => events.some(({ type }) => type === 'AnswerJudged'),
});
const durable = moment('it is durable and not acknowledged', 'after append');
const moments = [moment('it is not durable', 'before append'), durable];
const isWhole = sizeOnServers(1, 0) === 1;

const survive = async (t: ExecutionContext, kills: readonly Kill[]) => {
  t.timeout(1_800_000);
  const { processes, killAt, double } = await openKilledService(t);
  const url = () => processes.at(-1)?.url ?? '';
  const tenant = async () => {
    const home = await questionsHome(url());
    const asked = async () => {
      const { id } = await home.ask();
      await home.shown(id);
      return id;
    };
    const ids = [await asked(), await asked()] as const;
    const { credential } = home;
    const judge = (id: string, comment: string) =>
      call(url(), `PUT /api/answers/${id}/verdict`, { credential, body: { helped: false, comment } });
    const commentOn = async (id: string) =>
      ((await call(url(), `GET /api/answers/${id}`, { credential })).body as Shown).verdict?.comment;
    return { ids, judge, commentOn };
  };
  const tenants = [await tenant(), await tenant()] as const;
  for (const [round, kill] of kills.entries()) {
    const comment = `Раунд ${round}`;
    for (const { ids, judge } of tenants) t.is((await judge(ids[0], comment)).status, 204);
    const [{ ids, judge, commentOn }] = tenants;
    await killAt(kill, () => judge(ids[1], comment));
    for (const one of tenants) t.is(await one.commentOn(one.ids[0]), comment, kill.name);
    if (kill.at === 'after append') {
      const stored = double.log.visible(`question-${ids[1]}`)?.filter(({ type }) => type === 'AnswerJudged').length;
      await until(kill.name, async () => ((await commentOn(ids[1])) === comment ? true : undefined));
      t.true((stored ?? 0) > 0, kill.name);
    }
    await until(kill.name, async () => ((await judge(ids[1], `${comment}, снова`)).status === 204 ? true : undefined));
    t.is(await commentOn(ids[1]), `${comment}, снова`, kill.name);
  }
};

if (onServers) {
  test.serial(
    'verdicts of two tenants that were acknowledged outlive kill -9, and one that was cut off can be given again',
    (t) =>
      survive(
        t,
        moments.map((one) => ({ ...one, takesOver: false })),
      ),
  );

  if (isWhole) {
    test.serial('verdicts are kept by the process beside one that kill -9 ends', (t) =>
      survive(
        t,
        moments.map((one) => ({ ...one, takesOver: true })),
      ),
    );
  }
} else {
  test.skip('the suite of verdicts that are cut off runs where TEST_STORES is servers', () => undefined);
}
