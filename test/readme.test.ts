import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { startService } from './support/service.ts';

const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text.trim());
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

const run = (command: string, environment: Readonly<Record<string, string>>) =>
  new Promise<{ status: number | null; output: string }>((resolve) => {
    const child: ChildProcess = spawn('bash', ['-c', command], {
      env: { PATH: process.env['PATH'], HOME: environment['DATA_DIR'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (status) => resolve({ status, output }));
  });

const block = (start: string) => blocks.find((text) => text.startsWith(start)) ?? '';

test('every npm command in the README is a script of the package', (t) => {
  const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  t.true(named.length > 0);
  t.deepEqual(
    named.filter((name) => !(name in scripts)),
    [],
  );
  t.is(block('npm ci'), 'npm ci\nnpm start');
  t.is(scripts['start'], 'node src/main.ts');
});

test('the quick start works as it stands: demo, curl lines, operations beside the service and a replay without it', async (t) => {
  t.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'precedent-readme-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startService({}, join(folder, 'data'));
  t.teardown(service.stop);
  const port = new URL(service.url).port;
  const environment = { DATA_DIR: service.folder, PORT: port, CURL_HOME: folder };

  const demo = await run(block('npm run demo'), environment);
  t.is(demo.status, 0, demo.output);
  t.regex(demo.output, /Отправлено обращений: 76, сохранено: 63, пропущено правилами: 13/);
  t.regex(demo.output, /Основано на тикете №1010/);

  if (spawnSync('curl', ['--version']).status === 0) {
    // The lines say port 8000; curl's own settings lead them to the port of the test.
    writeFileSync(join(folder, '.curlrc'), `connect-to = "127.0.0.1:8000:127.0.0.1:${port}"\n`);
    const lines = await run(`${block('TOKEN=')}\n${block('printf')}`, environment);
    t.is(lines.status, 0, lines.output);
    t.regex(lines.output, /"processed":63,"skipped":13,"collection_ticket_count":63/);
    t.regex(lines.output, /Основано на тикете №1010/);
    t.regex(lines.output, /"title":"Шифр","column":"ticket_id","assigned":true/);
    t.regex(lines.output, /"total":1,"outcomes":\{"stored":0,"duplicate":0,"no-solution":1,/);
  } else t.log('curl is not on this machine: its lines were not run');

  const beside = await run(block('npm run replay'), environment);
  t.is(beside.status, 0, beside.output);
  t.is([...beside.output.matchAll(/hashes of ids the same; switched/g)].length, 4, beside.output);
  const verified = await run('npm run verify', environment);
  t.is(verified.status, 0, verified.output);
  t.regex(verified.output, /The log and all read models agree/);
  const reembedded = await run(block('npm run reembed'), environment);
  t.is(reembedded.status, 0, reembedded.output);
  t.regex(reembedded.output, /is in use already; 0 tickets/);
  t.is(await service.stop(), 0);
  const without = await run(block('npm run replay'), environment);
  t.is(without.status, 0, without.output);
  t.regex(without.output, /No service runs/);
});
