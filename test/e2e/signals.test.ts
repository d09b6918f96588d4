import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';
import { childEnvironment, runFile, untilPrinted } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test.serial(
  '--version prints the version and needs no folder; the start, the log and the health check have it too',
  async (t) => {
    const environment = { DATA_DIR: '/proc/nowhere', PORT: 'wrong' };
    const printed = await runFile('src/main.ts', { args: ['--version'], environment });
    t.like(printed, { code: 0, output: `${version}\n` });

    const service = await startService();
    t.teardown(service.stop);
    await service.printed(new RegExp(`^Precedent ${version.replaceAll('.', '\\.')} listens on http://`, 'm'));
    await service.printed(new RegExp(`"version":"${version}","msg":"started"`));
    t.is((await call(service.url, 'GET /api/health')).headers.get('service-version'), version);
    const { info } = (await call(service.url, 'GET /api/openapi.json')).body as { info: { version: string } };
    t.is(info.version, version);
  },
);

/** A module that sends the process a signal at the moment at which the service is about to be loaded. */
const signalWhileLoading = `import { registerHooks } from 'node:module';
registerHooks({
  resolve: (name, context, next) => {
    if (name.endsWith('/run-service.ts')) process.kill(process.pid, 'SIGTERM');
    return next(name, context);
  },
});`;

test.serial('a signal is handled from the first moment of a start, before the service is loaded', async (t) => {
  const imported = `data:text/javascript,${encodeURIComponent(signalWhileLoading)}`;
  const environment = { DATA_DIR: temporaryFolder(t), PORT: '0', NODE_OPTIONS: `--import=${imported}` };
  const { code, output } = await runFile('src/main.ts', { environment });
  t.is(code, 0, output);
  t.notRegex(output, /listens on/);
});

test.serial('SIGTERM ends a start that waits for a server, with exit code 0 and a line in the log', async (t) => {
  const port = await freePort();
  const environment = { DATA_DIR: temporaryFolder(t), PORT: '0', ELASTICSEARCH_URL: `http://127.0.0.1:${port}` };
  const child = spawn(process.execPath, ['src/main.ts'], { env: { ...childEnvironment(), ...environment } });
  t.teardown(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'close');
  const isOver = () => child.exitCode !== null;
  await untilPrinted(/Elasticsearch refuses connections/, { output: () => printed, isOver });
  child.kill('SIGTERM');
  t.deepEqual(await ended, [0, null]);
  t.regex(printed, /"reason":"SIGTERM","exitCode":0,"msg":"stopped before the service had started"/);
});

const statusOfReady = async (url: string) => {
  const { status, body } = await call(url, 'GET /api/ready');
  return [status, (body as { status: string }).status];
};

test.serial('after SIGTERM readiness says 503 while requests are answered, until a second signal', async (t) => {
  const service = await startService({ DRAIN_SECONDS: '300' });
  t.teardown(service.kill);
  t.deepEqual(await statusOfReady(service.url), [200, 'ready']);
  const stopped = service.stop();
  while ((await statusOfReady(service.url))[0] === 200) await setTimeout(10);
  t.deepEqual(await statusOfReady(service.url), [503, 'stopping']);
  t.is((await call(service.url, 'GET /api/health')).status, 200);
  t.is((await call(service.url, 'GET /api/me')).status, 401);
  t.false(service.exited());
  t.deepEqual(await Promise.all([stopped, service.stop()]), [0, 0]);
});

test.serial('a drained service refuses connections for a second before its process ends', async (t) => {
  const service = await startService({ DRAIN_SECONDS: '1' });
  t.teardown(service.kill);
  const stopped = service.stop();
  const isAnswered = () =>
    fetch(`${service.url}/api/health`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    );
  while (await isAnswered()) await setTimeout(10);
  const refusedAt = performance.now();
  t.is(await stopped, 0);
  t.true(performance.now() - refusedAt > 500, 'a proxy has the time to notice');
});

test.serial('draining ends after DRAIN_SECONDS', async (t) => {
  const service = await startService({ DRAIN_SECONDS: '1' });
  t.teardown(service.kill);
  t.is(await service.stop(), 0);
  const [, milliseconds] =
    /"reason":"SIGTERM","exitCode":0,"milliseconds":(\d+),"msg":"stopped"\}\n$/.exec(service.output()) ?? [];
  t.true(Number(milliseconds) >= 1_000, service.output());
});

const linuxTest = process.platform === 'linux' ? test.serial : test.serial.skip;

linuxTest('a service that was started with a low priority keeps it, without the right to raise it', async (t) => {
  const niceness = getPriority() + 10;
  // The superuser has that right and gives it up; nobody else has it.
  const withoutRight = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_nice'] : [];
  const args = ['-n', '10', ...withoutRight, process.execPath, 'src/main.ts'];
  const child = spawn('nice', args, { env: { ...childEnvironment(), DATA_DIR: temporaryFolder(t), PORT: '0' } });
  t.teardown(() => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'close');
  await untilPrinted(/listens on/, { output: () => printed, isOver: () => child.exitCode !== null });
  t.is(getPriority(child.pid), Math.min(niceness, 19));
  child.kill('SIGTERM');
  t.deepEqual(await ended, [0, null]);
});
