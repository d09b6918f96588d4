import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { elasticsearchAtWork } from '../support/elasticsearch-at-work.ts';
import { onServers, sizeInGate } from '../support/server-stores.ts';
import { type ServerName, startAllServers } from '../support/isolated-servers.ts';
import { startService } from '../support/service.ts';

const perUpload = 10;
/** Between two requests of an endpoint: without it they would load the cores for as long as a server takes to start, and lengthen that. */
const pauseMs = sizeInGate(300, 1_000);
/** A service on busy cores needs a good part of it; one that hangs is told apart from it and says where. */
const goesOnWithinMs = 120_000;
const names: readonly ServerName[] = ['eventstore', 'mongodb', 'elasticsearch', 'redis'];

if (onServers) {
  test('each server is killed and frozen in turn under uploads and searches: nothing acknowledged is missing, nothing is doubled, and all goes on by itself', async (t) => {
    t.timeout(1_200_000);
    const { servers, environment } = await startAllServers(t);
    const secrets = { JWT_SECRET: randomBytes(24).toString('hex'), DATA_KEY: randomBytes(32).toString('hex') };
    const service = await startService({ ...environment, ...secrets, RATE_LIMIT_PER_MINUTE: '1000000' });
    t.teardown(service.kill);
    const user = await newUser(service.url);
    const collection = await newCollection(service.url, user);
    const state = { working: true, uploads: 0, searches: 0, refused: 0 };
    const unexpected: string[] = [];
    /** What each of the two was answered last, or that it still waits. */
    const last: Record<string, string> = {};

    /** Asks until it is answered with 200; every other answer must be a 500 that says why. */
    const insist = async (endpoint: string, body: unknown) => {
      for (;;) {
        last[endpoint] = `asked at ${new Date().toISOString()}`;
        const answer = await call(service.url, endpoint, { credential: user.token, body });
        last[endpoint] = `${answer.status} ${answer.status === 200 ? '' : JSON.stringify(answer.body)}`;
        if (answer.status === 200) return answer.body;
        const { detail } = answer.body as { detail: string };
        if (answer.status !== 500 || detail === 'Internal error') unexpected.push(`${answer.status} ${detail}`);
        state.refused += 1;
        await setTimeout(pauseMs);
      }
    };
    const upload = async () => {
      while (state.working) {
        const first = state.uploads * perUpload;
        const tickets = Array.from({ length: perUpload }, (_, index) => goodTicket(first + index));
        await insist(`POST /api/collections/${collection}/tickets`, { tickets });
        state.uploads += 1;
        await setTimeout(pauseMs);
      }
    };
    const search = async () => {
      while (state.working) {
        await insist('POST /api/search', {
          collection_id: collection,
          query: 'не приходит код',
          generate_answer: false,
        });
        state.searches += 1;
        await setTimeout(pauseMs);
      }
    };
    const working = Promise.all([upload(), search()]);
    // It is looked at by `goesOn`; once the test has failed, the service is killed under it.
    working.catch(() => undefined);
    const stuck = () => new Error(`It does not go on: ${JSON.stringify({ ...state, last })}\n${service.output()}`);
    const goesOn = async () => {
      const { uploads, searches } = state;
      const deadline = Date.now() + goesOnWithinMs;
      while (state.uploads < uploads + 2 || state.searches < searches + 2) {
        if (Date.now() > deadline) throw stuck();
        // A request that throws instead of being answered ends the test at once, with its reason.
        await Promise.race([working, setTimeout(50)]);
      }
    };

    await goesOn();
    for (const name of names) {
      const { url, kill, start, freeze, thaw } = servers[name];
      // The start of an Elasticsearch costs the processor half a minute: its adapter is looked at more closely at the same faults.
      const adapter = name === 'elasticsearch' ? await elasticsearchAtWork(t, `${url}/adapter`) : undefined;
      await adapter?.goesOn(5);
      await kill();
      await setTimeout(1_000);
      await start();
      await goesOn();
      await adapter?.goesOn(5);
      t.log(
        `${name} was killed: ${state.uploads} uploads, ${state.searches} searches, ${state.refused} refused so far`,
      );
      await freeze();
      await Promise.all([setTimeout(3_000), adapter?.isRefused()]);
      await thaw();
      await goesOn();
      await adapter?.goesOn(5);
      await adapter?.verify();
      t.log(
        `${name} was frozen: ${state.uploads} uploads, ${state.searches} searches, ${state.refused} refused so far`,
      );
    }
    state.working = false;
    await working;

    const { body } = await call(service.url, `GET /api/collections/${collection}`, { credential: user.token });
    t.is((body as { ticket_count: number }).ticket_count, state.uploads * perUpload);
    for (let id = 0; id < state.uploads * perUpload; id += 37) {
      const found = await insist('POST /api/search', {
        ...{ collection_id: collection, generate_answer: false },
        query: goodTicket(id).messages[0]?.text ?? '',
      });
      t.true((found as { sources: readonly unknown[] }).sources.length === 5);
    }
    t.deepEqual([...new Set(unexpected)], []);
    t.is((await call(service.url, 'GET /api/ready')).status, 200);
  });
} else {
  test.skip('the faults of all servers are tried where TEST_STORES is servers', () => undefined);
}
