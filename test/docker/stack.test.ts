// The compose file on Docker Engine, one test after the other on one stack: scripts/containers starts it.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import ava, { type ExecutionContext } from 'ava';
import { parseConfig } from '../../src/config.ts';
import { call, newCollection, newUser, type User } from '../support/api.ts';
import { openBrowser, openPage } from '../support/browser/open-browser.ts';
import { otherHost } from '../support/browser/find-browser.ts';
import { followProgress } from '../support/follow-progress.ts';
import { takeFirstSteps } from '../support/first-steps.ts';
import { formOf, manyRows } from '../support/previews.ts';
import { all, compose, containerOf, docker, inside, ours, stackReadiness, stackUrl } from './stack.ts';

const test = stackUrl === '' ? ava.serial.skip : ava.serial;

test('every store is ready and the interface is served', async (t) => {
  const { status, body } = await stackReadiness();
  t.is(status, 200);
  const { stores } = body as { readonly stores: Readonly<Record<string, { readonly state: string }>> };
  for (const [name, { state }] of Object.entries(stores)) t.is(state, 'ready', name);
  t.deepEqual((await call(stackUrl, 'GET /api/ready')).body, { status: 'ready' });
  const page = await fetch(stackUrl);
  t.is(page.status, 200);
  const script = / src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
  const headers = { 'Accept-Encoding': 'br' };
  t.is((await fetch(stackUrl + script, { headers })).headers.get('content-encoding'), 'br');
});

test('somebody new gets from the registration to a found ticket under another name than localhost', async (t) => {
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const { page } = await openPage(browser, stackUrl.replace('127.0.0.1', otherHost));
  await page.goto('/');
  t.false(await page.evaluate('isSecureContext'));
  await takeFirstSteps(page);
  t.pass();
});

/** Previews a file and follows its progress; returns the times of the events. */
const previewFollowed = async (t: ExecutionContext, user: User, rows: number) => {
  const path = `/api/collections/${await newCollection(stackUrl, user)}`;
  const headers = { 'Preview-Id': randomUUID() };
  const progress = `${stackUrl}${path}/previews/${headers['Preview-Id']}/progress`;
  const line = await followProgress(t, progress, { credential: user.token });
  const times: number[] = [];
  const preview = (body: FormData) =>
    call(stackUrl, `POST ${path}/tickets/preview`, { credential: user.token, body, headers });
  const reading = preview(formOf(manyRows(rows)));
  await line.until(() => times.push(performance.now()) === 0);
  t.is((await reading).status, 200);
  // Without the file: whoever answers has kept it.
  const again = new FormData();
  again.append('columns', '{"Номер":"ticket_id","Проблема":"problem","Решение":"solution"}');
  t.is((await preview(again)).status, 200);
  return times;
};

test('six previews in a row are followed, and their files are kept where they are looked for', async (t) => {
  const user = await newUser(stackUrl);
  for (let round = 0; round < 6; round += 1) {
    const times = await previewFollowed(t, user, round === 0 ? 20_000 : 20);
    if (round === 0) t.true((times.at(-1) ?? 0) - (times[0] ?? 0) > 300, 'events come one by one');
  }
});

/** Sends blanks to the upload of a collection, with their length or in chunks; returns the status and the content type of the answer. */
const uploadBlanks = async (bytes: number, chunked: boolean): Promise<readonly [number | undefined, string]> => {
  const user = await newUser(stackUrl);
  const address = `${stackUrl}/api/collections/${await newCollection(stackUrl, user)}/tickets`;
  const length = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': bytes };
  const headers = { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json', ...length };
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, String(answer.headers['content-type'])]);
    });
    // The answer may come before the end, and with it the end of the connection.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const write = (left: number): void => {
      if (left <= 0) sent.end();
      else if (!sent.destroyed) sent.write(chunk, () => write(left - chunk.length));
    };
    write(bytes);
  });
};

for (const chunked of [false, true]) {
  test(`an upload above the limit is refused as JSON with 413, ${chunked ? 'in chunks' : 'by its length'}`, async (t) => {
    const [status, type] = await uploadBlanks(60 * 1024 * 1024, chunked);
    t.is(status, 413);
    t.regex(type, /^application\/json/);
  });
}

test('the files of the image cannot be written, and nobody has a capability', async (t) => {
  for (const service of ours) {
    t.not((await inside(service, 'touch /app/package.json')).code, 0, service);
    t.is((await inside(service, 'touch /data/x && rm /data/x && id -u')).text, '1000\n', service);
  }
  for (const service of all) {
    const { text } = await inside(service, 'cat /proc/1/status');
    t.regex(text, /^NoNewPrivs:\t1$/m, service);
    // The entry point of MongoDB's image changes its user.
    if (service === 'mongodb') continue;
    t.regex(text, /^CapEff:\t0+$/m, service);
    t.regex(text, /^CapBnd:\t0+$/m, service);
  }
  for (const service of [...ours, 'nginx', 'redis']) t.not((await inside(service, 'touch /etc/x')).code, 0, service);
});

test('one address has 512 requests at a time, beside which others are answered', async (t) => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 10 };
  // Their bodies do not come.
  const hold = () => {
    const sent = request(`${stackUrl}/api/login`, { method: 'POST', agent: false, headers });
    sent.on('error', () => undefined).flushHeaders();
    return sent;
  };
  const held = Array.from({ length: 512 }, hold);
  const untilHealthIs = async (status: number) => {
    for (const end = Date.now() + 30_000; ;) {
      const { status: found, headers: answered } = await fetch(`${stackUrl}/api/health`);
      if (found === status || Date.now() > end) return [found, answered.get('error-code'), answered.get('retry-after')];
      // On a busy machine the first may have been given up before the last have come.
      if (status === 429 && held.length < 2_048) held.push(...Array.from({ length: 16 }, hold));
      await setTimeout(100);
    }
  };
  t.deepEqual(await untilHealthIs(429), [429, 'too-many-streams', '5']);
  t.is((await inside('nginx', 'wget -q -O - http://127.0.0.1:8080/api/health')).text, '{"status":"ok"}');
  for (const sent of held) sent.destroy();
  t.deepEqual(await untilHealthIs(200), [200, null, null]);
});

test('the network of the stores leads nowhere else, and the front is not on it', async (t) => {
  const open = (host: string, port: number) => `timeout 3 bash -c '</dev/tcp/${host}/${port}'`;
  t.is((await inside('api-1', open('mongodb', 27_017))).code, 0);
  t.is((await inside('nginx', open('api-1', 8000))).code, 0);
  t.not((await inside('nginx', open('mongodb', 27_017))).code, 0);
  const gateway = await docker('network', 'inspect', '--format', '{{range .IPAM.Config}}{{.Gateway}}{{end}}', 'bridge');
  const { port } = new URL(stackUrl);
  t.not((await inside('mongodb', open(gateway, Number(port)))).code, 0);
});

test('each variable of docs/configuration.md that the compose file does not set itself reaches the service', async (t) => {
  const documented = [...readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| `([^|]+)` +\|/gm)]
    .flatMap(([, names = '']) => names.split(/`, `/))
    .filter((name) => /^[A-Z][A-Z_]+$/.test(name) && !name.endsWith('_FILE'));
  t.true(documented.length > 20);
  const given = Object.fromEntries(documented.map((name) => [name, `given-${name}`]));
  const config = JSON.parse(await compose('config --format json', { environment: given })) as {
    readonly services: Readonly<Record<string, { readonly environment: Readonly<Record<string, string>> }>>;
  };
  const ofTheImage = ['HOST', 'PORT', 'DATA_DIR'];
  const ofTheFile = ['ROLE', 'EVENTSTORE_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL', 'REDIS_URL'];
  for (const service of ours) {
    const environment = config.services[service]?.environment ?? {};
    for (const name of documented.filter((each) => ![...ofTheImage, ...ofTheFile].includes(each)))
      t.is(environment[name], `given-${name}`, `${name} of ${service}`);
    t.notThrows(() =>
      parseConfig({
        ...Object.fromEntries(ofTheFile.map((name) => [name, environment[name]])),
        JWT_SECRET: 's'.repeat(32),
        DATA_KEY: 'a'.repeat(64),
      }),
    );
  }
});

test('there is no default secret', async (t) => {
  for (const name of ['JWT_SECRET', 'DATA_KEY', 'MONGODB_PASSWORD'])
    await t.throwsAsync(compose('config --quiet', { environment: { [name]: '' } }), { message: /copy \.env\.example/ });
});

test('memory, processes and logs of each are bounded', async (t) => {
  const format = '{{.HostConfig.Memory}} {{.HostConfig.PidsLimit}} {{index .HostConfig.LogConfig.Config "max-size"}}';
  for (const service of all)
    t.regex(
      await docker('inspect', '--format', format, await containerOf(service)),
      /^[1-9]\d+ [1-9]\d+ \d+m$/,
      service,
    );
});
