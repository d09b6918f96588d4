import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { followProgress } from '../support/follow-progress.ts';
import { onServers, serverStoresOf, sizeOnServers } from '../support/server-stores.ts';
import { type Service, startService } from '../support/service.ts';

const count = sizeOnServers(3_000, 1_500);

if (onServers) {
  /** Two processes that both may project, on one set of stores; the last test kills one of them. */
  const processes: Service[] = [];
  test.before(async () => {
    const stores = await serverStoresOf(randomUUID());
    for (let number = 0; number < 2; number += 1) processes.push(await startService(stores));
  });
  test.after.always(() => Promise.all(processes.map(({ kill }) => kill())));
  const pair = () => processes as [Service, Service];

  test.serial('two processes that both may project store nothing twice', async (t) => {
    const [one, other] = pair();
    const user = await newUser(one.url);
    const collection = await newCollection(other.url, user);
    const tickets = Array.from({ length: 120 }, (_, index) => goodTicket(index));
    const answers = await Promise.all(
      [one, other].map(({ url }) =>
        call(url, `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets } }),
      ),
    );
    t.is(
      answers.reduce((sum, { body }) => sum + (body as { processed: number }).processed, 0),
      120,
    );
    for (const { body } of answers) t.is((body as { collection_ticket_count: number }).collection_ticket_count, 120);
  });

  test.serial(
    'an upload is followed on another instance, which finds it interrupted when the first has died, and carries it on',
    async (t) => {
      const [one, other] = pair();
      const user = await newUser(one.url);
      const collection = await newCollection(one.url, user);
      const uploadId = randomUUID();
      const tickets = Array.from({ length: count }, (_, index) => goodTicket(index));
      const send = (url: string) =>
        call(url, `POST /api/collections/${collection}/tickets`, {
          ...{ credential: user.token, headers: { 'Upload-Id': uploadId }, body: { tickets } },
        });
      const line = await followProgress(t, `${other.url}/api/collections/${collection}/uploads/${uploadId}/progress`, {
        credential: user.token,
      });
      const sent = send(one.url).catch(() => undefined);
      await line.until(({ data }) => data.stored > 0);
      // It must not end before the other one is asked.
      process.kill(one.pid, 'SIGSTOP');
      t.is((await send(other.url)).status, 409);
      await one.kill();
      await sent;

      const died = performance.now();
      const outcome = (await line.until(({ name }) => name === 'outcome')).at(-1);
      t.like(outcome, { name: 'outcome', data: { id: uploadId, state: 'interrupted' } });
      t.log(`found after ${Math.round((performance.now() - died) / 1_000)} s`);
      await setTimeout(100);
      const again = await send(other.url);
      t.deepEqual(again.body, { processed: count, skipped: 0, collection_ticket_count: count });
    },
  );
} else {
  test.skip('uploads on several instances are tried where TEST_STORES is servers', () => undefined);
}
