import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import ava, { type ExecutionContext } from 'ava';
import { parseConfig } from '../../src/config.ts';
import { newUser } from '../support/api.ts';
import { run } from '../support/documented-commands.ts';
import { childEnvironment } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const withSystemd = spawnSync('systemd-analyze', ['--version']).error ? ava.skip : ava;

/** The unit as it would be if the clone were in /opt. */
const unit = readFileSync('deploy/precedent.service', 'utf8').replaceAll('/opt/precedent', process.cwd());

const analyze = (t: ExecutionContext, text: string, ...args: readonly string[]) => {
  const file = join(temporaryFolder(t), 'precedent.service');
  writeFileSync(file, text);
  const { status, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
  return { status, stderr };
};

withSystemd('systemd understands every line of the unit', (t) => {
  t.deepEqual(analyze(t, unit, 'verify'), { status: 0, stderr: '' });
  // A key that it does not know is ignored: the planted offence is told, but does not change the exit code.
  t.regex(analyze(t, unit.replace('ProtectHome', 'ProtectHomes'), 'verify').stderr, /Unknown key 'ProtectHomes'/);
  t.not(analyze(t, unit.replace('bin/node', 'bin/absent'), 'verify').status, 0);
});

/** Tenths of what systemd calls exposure, of 100; most of the rest is that the service has a network. */
const threshold = '--threshold=14';

withSystemd('the unit takes from the service what it does not need', (t) => {
  const security = (text: string) => analyze(t, text, 'security', '--offline=true', '--no-pager', threshold).status;
  t.is(security(unit), 0);
  for (const line of ['CapabilityBoundingSet=', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'User=precedent'])
    t.not(security(unit.replace(`\n${line}\n`, '\n')), 0, line);
});

/** The values of a setting of the unit, of which each line may hold several. */
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, line = '']) => line.split(' '));

/** Without rights over others, where the test has some. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

ava(
  'what the unit starts, with its environment and credentials, answers without privileges and stops with code 0',
  async (t) => {
    const folder = temporaryFolder(t);
    const [data, credentials] = [join(folder, 'data'), join(folder, 'credentials')];
    mkdirSync(data);
    mkdirSync(credentials);
    for (const [name = '', source = ''] of valuesOf('LoadCredential').map((value) => value.split(':'))) {
      t.is(source, `/etc/precedent/${name}`);
      writeFileSync(join(credentials, name), `${'a'.repeat(64)}\n`);
    }
    if (unprivileged.uid !== undefined) for (const path of [folder, data]) chownSync(path, unprivileged.uid, 0);
    const environment = Object.fromEntries(
      valuesOf('Environment').map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return [name, value.replace('%d', credentials).replace('/var/lib/precedent', data)];
      }),
    );
    t.is(parseConfig(environment).host, '127.0.0.1');
    const [command = '', ...args] = valuesOf('ExecStart');
    const service = spawn(command, args, {
      ...unprivileged,
      env: { ...childEnvironment(), NODE_COMPILE_CACHE: undefined, ...environment, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.teardown(() => service.kill('SIGKILL'));
    let url: string | undefined;
    for await (const line of createInterface({ input: service.stdout })) {
      url = /listens on (http:\S+)/.exec(line)?.[1];
      if (url !== undefined) break;
    }
    service.stdout.resume();
    t.is((await fetch(`${url}/api/ready`)).status, 200);
    // The keys are those that systemd hands over: none are made.
    for (const name of ['jwt-secret', 'data-key']) t.false(existsSync(join(data, name)), name);
    service.kill('SIGTERM');
    t.deepEqual(await once(service, 'exit'), [0, null]);
  },
);

/** What stands in for systemd-run: takes its properties, writes them down, and runs the command where the credentials were put. */
const systemdRun = `#!/bin/bash
for option; do case $option in --property=*) echo "\${option#--property=}" >> "$PROPERTIES"; shift;; --*) shift;; *) break;; esac; done
exec "$@"
`;

ava('a command of an operator runs with the user, folder, settings and keys of the unit', async (t) => {
  const folder = temporaryFolder(t);
  const [data, properties] = [join(folder, 'data'), join(folder, 'properties')];
  const service = await startService({ DATA_KEY: 'a'.repeat(64), JWT_SECRET: 'b'.repeat(64) }, data);
  await newUser(service.url);
  await service.stop();
  writeFileSync(join(folder, 'data-key'), 'a'.repeat(64));
  writeFileSync(join(folder, 'jwt-secret'), 'b'.repeat(64));
  writeFileSync(join(folder, 'systemd-run'), systemdRun);
  chmodSync(join(folder, 'systemd-run'), 0o755);
  const { PATH = '' } = process.env;
  const environment = { PATH: `${folder}:${PATH}`, HOME: folder, DATA_DIR: data };
  const files = { PROPERTIES: properties, CREDENTIALS_DIRECTORY: folder };
  const rotated = await run('deploy/precedent-run rotate-keys', { ...environment, ...files });
  t.is(rotated.status, 0, rotated.output);
  t.regex(rotated.output, /Accounts with a new API key: 1/);
  t.is((await run('deploy/precedent-run verify --unknown', { ...environment, ...files })).status, 2);
  t.is((await run('deploy/precedent-run', environment)).status, 2);

  for (const property of readFileSync(properties, 'utf8').trim().split('\n')) {
    const [name = '', ...value] = property.split('=');
    t.true(valuesOf(name).includes(value.join('=').replace('/opt/precedent', process.cwd())), property);
  }
  t.is(readFileSync(properties, 'utf8').match(/^LoadCredential=/gm)?.length, 4);
});
