// What a stack goes through in its life: kills, new containers, a limit, a stop. It does not run at the end.
import { setTimeout } from 'node:timers/promises';
import ava from 'ava';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { all, compose, containerOf, docker, ours, stackReadiness, stackUrl, untilHealthy } from './stack.ts';

const test = stackUrl === '' ? ava.serial.skip : ava.serial;

const ticketsStored = async (user: User, id: string): Promise<number> =>
  ((await call(stackUrl, `GET /api/collections/${id}`, { credential: user.token })).body as { ticket_count: number })
    .ticket_count;

/** Sends a ticket until it is stored; returns how many times it was sent. */
const storeTicket = async (user: User, collection: string, ticketId: string): Promise<number> => {
  const body = { tickets: [goodTicket(ticketId)] };
  const path = `POST /api/collections/${collection}/tickets`;
  for (let sent = 1; sent <= 120; sent += 1) {
    const status = await call(stackUrl, path, { credential: user.token, body }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return sent;
    await setTimeout(500);
  }
  throw new Error('A ticket could not be stored within a minute');
};

test('each of them is killed under uploads and comes back, and nothing is lost', async (t) => {
  const user = await newUser(stackUrl);
  const collection = await newCollection(stackUrl, user);
  let stored = 0;
  for (const service of all) {
    // Not by Docker, which would take it for a wish of the operator and not start it again.
    process.kill(Number(await docker('inspect', '--format', '{{.State.Pid}}', await containerOf(service))), 'SIGKILL');
    for (let round = 0; round < 3; round += 1) await storeTicket(user, collection, `${service}-${round}`);
    stored += 3;
    await untilHealthy(service);
    t.is(await ticketsStored(user, collection), stored, service);
  }
});

/** Asks over and over until it is told to stop; returns how often it asked, and the statuses and errors of questions that had to be asked again, and of those where that did not help. */
const askAllTheTime = (user: User, collection: string) => {
  let asked = 0;
  const repeated: string[] = [];
  const failed: string[] = [];
  /** What was wrong with the answers; '' if nothing was. */
  const ask = async (): Promise<string> => {
    const body = { collection_id: collection, query: 'оплата картой', generate_answer: false };
    const found = call(stackUrl, 'POST /api/search', { credential: user.token, body });
    const listed = call(stackUrl, 'GET /api/collections', { credential: user.token });
    const answers = await Promise.allSettled([found, listed]);
    return answers
      .map((answer) => (answer.status === 'fulfilled' ? String(answer.value.status) : String(answer.reason)))
      .filter((outcome) => outcome !== '200')
      .join(', ');
  };
  const end = new AbortController();
  const asking = (async () => {
    while (!end.signal.aborted) {
      asked += 1;
      const first = await ask();
      if (first === '') continue;
      repeated.push(first);
      let last = first;
      // On a busy machine a new instance says for seconds that it is starting.
      for (let retries = 0; last !== '' && retries < 5; retries += 1) {
        await setTimeout(1_000);
        last = await ask();
      }
      if (last !== '') failed.push(`${first}, then ${last}`);
    }
  })();
  return async () => {
    end.abort();
    await asking;
    return { asked, repeated, failed };
  };
};

test('new containers of the service, at other addresses, cost no request more than retries for five seconds', async (t) => {
  const user = await newUser(stackUrl);
  const collection = await newCollection(stackUrl, user);
  await storeTicket(user, collection, '1');
  const addressesOf = async (service: string) =>
    docker(
      'inspect',
      '--format',
      '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}',
      await containerOf(service),
    );
  const before = await Promise.all(['api-1', 'api-2'].map(addressesOf));
  const end = askAllTheTime(user, collection);
  const project = await docker(
    'inspect',
    '--format',
    '{{index .Config.Labels "com.docker.compose.project"}}',
    await containerOf('api-1'),
  );
  for (const service of ['api-1', 'api-2']) {
    await compose(`rm --stop --force ${service}`);
    // Somebody else gets the addresses.
    for (const network of ['inside', 'outside']) {
      const name = ['run', '--detach', '--rm', '--name', `${project}-${service}-${network}`];
      await docker(...name, '--network', `${project}_${network}`, '--entrypoint', 'sleep', 'precedent-bookworm', '600');
      t.teardown(() => docker('kill', `${project}-${service}-${network}`));
    }
    await compose(`up --detach --no-build --wait ${service}`, {
      environment: { RATE_LIMIT_PER_MINUTE: '0' },
    });
  }
  const { asked, repeated, failed } = await end();
  t.log(`${asked} times asked, again after ${repeated.join('; ') || 'nothing'}`);
  t.deepEqual(failed, []);
  for (const [index, addresses] of (await Promise.all(['api-1', 'api-2'].map(addressesOf))).entries())
    for (const address of addresses.split(' ')) t.false(before[index]?.split(' ').includes(address), address);
});

const redisState = async (): Promise<string> => {
  const { status, body } = await stackReadiness();
  if (status !== 200) return String(status);
  return (body as { readonly stores: { readonly redis: { readonly state: string } } }).stores.redis.state;
};

/** Until the proxy has found both new instances and any of them counts in Redis: while it is away, each counts by itself. Throws after a minute. */
const untilCountedInRedis = async (): Promise<void> => {
  const end = performance.now() + 60_000;
  for (let inARow = 0; inARow < 10;) {
    const state = await redisState();
    inARow = state === 'ready' ? inARow + 1 : 0;
    if (performance.now() > end) throw new Error(`Redis is ${state}`);
    await setTimeout(100);
  }
};

test('the limit holds for both instances together, and no forged address evades it', async (t) => {
  await compose('up --detach --no-build --wait api-1 api-2', {
    environment: { RATE_LIMIT_PER_MINUTE: '20' },
  });
  await untilCountedInRedis();
  const forged = () => `203.0.113.${Math.floor(Math.random() * 255)}, 198.51.100.7`;
  const statuses: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const answer = await fetch(`${stackUrl}/api/openapi.json`, {
      headers: { 'X-Forwarded-For': forged(), 'X-Real-IP': forged() },
    });
    statuses.push(answer.status);
    if (answer.status === 429) {
      t.is(typeof ((await answer.json()) as { readonly detail: unknown }).detail, 'string');
      t.truthy(answer.headers.get('retry-after'));
    } else await answer.arrayBuffer();
  }
  t.log(statuses.join(' '));
  t.true(statuses.filter((status) => status === 200).length <= 40, 'two minutes may be met');
  t.true(statuses.includes(429));
  t.is((await fetch(`${stackUrl}/api/health`)).status, 200);
});

test('a stop of the service ends in order', async (t) => {
  await compose('stop nginx api-1 api-2 projector');
  for (const service of [...ours, 'nginx'])
    t.is(await docker('inspect', '--format', '{{.State.ExitCode}}', await containerOf(service)), '0', service);
});
