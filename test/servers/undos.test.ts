import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { goodTicket } from '../support/api.ts';
import { type Kill, type Moment, openKilledService, until } from '../support/killed-service.ts';
import { onServers, sizeOnServers } from '../support/server-stores.ts';
import { type Details, historyOf, requireOk } from '../support/stored-tickets.ts';

const moment = (name: string, type: string, at: 'before append' | 'after append'): Moment => ({
  ...{ name, at },
  isMeant: (events) => events.some((event) => event.type === type),
});
const everyMoment = [
  moment('its request is durable and not answered', 'UploadUndoStarted', 'after append'),
  moment('the first ticket is not withdrawn yet', 'TicketUndone', 'before append'),
  moment('one ticket is withdrawn', 'TicketUndone', 'after append'),
  moment('one text is taken back', 'TicketCorrected', 'after append'),
  moment('it is done and not recorded', 'UploadUndone', 'before append'),
  moment('its end is recorded', 'UploadUndone', 'after append'),
];
const someMoments = everyMoment.slice(2, 3);
const isWhole = sizeOnServers(1, 0) === 1;

/** An upload updates so many stored tickets and adds so many. */
const [updated, added] = [5, 20];

type Undo = { readonly state: string } & Readonly<Record<string, unknown>>;

const survives = async (t: ExecutionContext, kills: readonly Kill[]) => {
  t.timeout(1_800_000);
  const { ask, double, killAt, user } = await openKilledService(t);
  const base = Array.from({ length: kills.length * updated }, (_, id) => goodTicket(id));
  requireOk(await ask('POST /tickets', { body: { tickets: base } }));
  for (const [index, kill] of kills.entries()) {
    const uploadId = randomUUID();
    const changed = Array.from({ length: updated }, (_, n) => goodTicket(index * updated + n, 'самовар'));
    const more = Array.from({ length: added }, (_, n) => goodTicket(`новый ${index}-${n}`));
    const sent = { body: { tickets: [...changed, ...more] }, headers: { 'Upload-Id': uploadId } };
    requireOk(await ask('POST /tickets?on_duplicate=update', sent));
    await killAt(kill, () => ask(`POST /uploads/${uploadId}/undo`));
    const undo = await until(`${kill.name}: not finished`, async () => {
      const { body } = await ask(`GET /uploads/${uploadId}/undo`);
      return (body as Undo).state === 'finished' ? (body as Undo) : undefined;
    });
    t.like(undo, { withdrawn: added, taken_back: updated, left: 0, gone: 0 }, kill.name);
    const ends = double.log.visible(`upload-${user.id}-${uploadId}`)?.filter(({ type }) => type === 'UploadUndone');
    t.is(ends?.length, 1, kill.name);
    const changesOf = async (id: string | number) => {
      const { problem } = (await ask(`GET /tickets/${encodeURIComponent(id)}`)).body as Details;
      return { problem, changes: (await historyOf({ ask }, id)).map(({ change }) => change) };
    };
    for (const { ticket_id: id } of more)
      t.deepEqual((await changesOf(id)).changes, ['stored', 'withdrawn'], kill.name);
    for (const { ticket_id: id } of changed) {
      const { problem, changes } = await changesOf(id);
      t.deepEqual(changes, ['stored', 'corrected', 'corrected'], kill.name);
      t.true(problem.startsWith(goodTicket(id).description));
    }
  }
  const { body } = await ask('GET ');
  t.is((body as { ticket_count: number }).ticket_count, base.length);
};

if (onServers) {
  const kills = isWhole ? everyMoment : someMoments;
  test.serial('an undo goes on after kill -9 in each of its steps, and does everything once', (t) =>
    survives(
      t,
      kills.map((one) => ({ ...one, takesOver: false })),
    ),
  );

  if (isWhole) {
    test.serial('an undo is finished by the process beside one that kill -9 ends in any step', (t) =>
      survives(
        t,
        kills.map((one) => ({ ...one, takesOver: true })),
      ),
    );
  }
} else {
  test.skip('the suite of undos that are killed runs where TEST_STORES is servers', () => undefined);
}
