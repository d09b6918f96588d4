import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { call, newCollection, newUser } from '../test/support/api.ts';
import { startService } from '../test/support/service.ts';
import { installFromPyPi } from './pypi.ts';

const usage = `Usage: npm run soak [-- --rounds 300 --cases 5000]
       npm run soak -- --servers [--rounds 100 --seed N]

Tries for hours what the gate tries for minutes, on stores of its own.
  without --servers  kills the service at random moments of uploads, --rounds times, and half as often uploads
                     that then go on with their ids, and of undos; races two corrections 200 times, and erasures with updates and
                     undos for 60 s; measures what the erasures of one tenant cost another, and what eight tenants cost
                     in ten minutes (TENANTS_SECONDS); goes all ways through the web interface in both languages; runs the
                     attacks of one tenant that others must not feel (test/soak/attacks.test.ts, lists.test.ts, logins.test.ts) and the
                     tests of large files without the cuts of the gate; sends --cases requests that schemathesis
                     (PyPI; Python 3 is needed) derives from the OpenAPI document to each surface; 0 rounds or cases
                     leave that part out
  --servers          kills, freezes and cuts off the service and its servers at random, --rounds times, under uploads,
                     searches and deletions; --seed repeats the faults of an earlier run; then runs the tests on the
                     servers of the environment (scripts/servers) without the cuts of the gate, among them erasures and undos
                     that are killed in every step`;

const schemathesis = '4.32.5';

/**
 * Left out of schemathesis: a method without a handler is 404 (docs/contract.md, "Errors"), and a request that fits the document can still be refused,
 * for an e-mail that is taken or a collection that does not exist.
 */
const excludedChecks = ['unsupported_method', 'positive_data_acceptance'];

type Options = { readonly environment?: Readonly<Record<string, string>>; readonly cwd?: string };

/** The command that runs now: a signal ends it, and this process cleans up. */
let running: ChildProcess | undefined;
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruption.abort();
    running?.kill(signal);
  });
}

/** Runs a command with the output of this one; returns whether it succeeded. */
const run = (command: string, args: readonly string[], { environment = {}, cwd = '.' }: Options = {}) =>
  new Promise<boolean>((settle, fail) => {
    const child = spawn(command, args, { stdio: 'inherit', cwd, env: { ...process.env, ...environment } });
    running = child;
    child.once('error', fail);
    child.once('exit', (code) => settle(code === 0));
  });

const runTest = (file: string, environment: Readonly<Record<string, string>>) =>
  run(process.execPath, ['scripts/test.js', ...globSync(file)], { environment });

type Operation = { readonly parameters?: readonly unknown[]; readonly requestBody?: unknown };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Other operations have one request. */
const canVary = ({ parameters = [], requestBody }: Operation) => parameters.length > 0 || requestBody !== undefined;

/** Sends requests derived from the OpenAPI document to the paths of each surface with its own credential. */
const runSchemathesis = async (cases: number): Promise<boolean> => {
  const tool = join(installFromPyPi('schemathesis', schemathesis), 'st');
  const service = await startService();
  try {
    const user = await newUser(service.url);
    const { token, key } = user;
    // The surface of API keys lists collections but cannot create any.
    await newCollection(service.url, user);
    const { body } = await call(service.url, 'GET /api/openapi.json');
    const { paths } = body as { paths: Paths };
    let passed = true;
    for (const [credential, surface] of [
      [token, (path: string) => !path.startsWith('/api/v1/')],
      // A new key would end the one that all other requests carry.
      [key, (path: string) => path.startsWith('/api/v1/') && path !== '/api/v1/me/api-key'],
    ] as const) {
      const chosen = Object.keys(paths).filter(surface);
      const varied = chosen.flatMap((path) => Object.values(paths[path] ?? {}).filter(canVary));
      // What it keeps of failed cases is left in its working directory.
      const cwd = mkdtempSync(join(tmpdir(), 'precedent-schemathesis-'));
      // With several workers the parser of Python 3.11, which is not safe for threads, fails now and then.
      const args = [
        ...['--config-file', resolve('scripts/schemathesis.toml'), 'run', `${service.url}/api/openapi.json`],
        ...['--header', `Authorization: Bearer ${credential}`, '--continue-on-failure'],
        ...['--max-examples', String(Math.ceil(cases / varied.length)), '--workers', '1'],
        ...['--exclude-checks', excludedChecks.join(',')],
        ...chosen.flatMap((path) => ['--include-path', path]),
      ];
      passed = !interruption.signal.aborted && (await run(tool, args, { cwd })) && passed;
      rmSync(cwd, { recursive: true, force: true });
    }
    return passed;
  } finally {
    await service.stop();
    rmSync(service.folder, { recursive: true, force: true });
  }
};

/** The tests with `sizeInGate`. */
const largeFiles =
  'test/{e2e/{erased-bytes,previews,start-and-stop,upload-script},adapters/sqlite/ticket-index,projections/purge}.test.ts';

const count = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    servers: { type: 'boolean', default: false },
    rounds: count,
    cases: count,
    seed: count,
    help: { type: 'boolean' },
  },
});
const numberOf = (text: string | undefined, fallback: number, min = 0) => {
  const number = Number(text ?? fallback);
  if (!Number.isSafeInteger(number) || number < min)
    throw new Error(`${text ?? ''} is no number of ${min} or more\n${usage}`);
  return number;
};

process.chdir(resolve(import.meta.dirname, '..'));
if (values.help) console.log(usage);
else if (values.servers) {
  const seed = values.seed === undefined ? {} : { CHAOS_SEED: values.seed };
  const rounds = { CHAOS_ROUNDS: String(numberOf(values.rounds, 100, 1)) };
  const chaos = await runTest('test/soak/chaos.test.ts', { ...rounds, ...seed });
  const command = ['scripts/test.js', '--only', 'servers'];
  const whole =
    !interruption.signal.aborted && (await run(process.execPath, command, { environment: { TEST_SIZE: 'whole' } }));
  process.exitCode = chaos && whole ? 0 : 1;
} else {
  const rounds = numberOf(values.rounds, 300);
  const cases = numberOf(values.cases, 5_000);
  const crashes = rounds === 0 || (await runTest('test/e2e/crash.test.ts', { CRASH_ROUNDS: String(rounds) }));
  const races =
    !interruption.signal.aborted && (await runTest('test/http/stored-tickets.test.ts', { RACE_ROUNDS: '200' }));
  const erasures =
    !interruption.signal.aborted &&
    (await runTest('test/e2e/erasure-races.test.ts', { RACE_SECONDS: '60' })) &&
    (await runTest('test/soak/erasure-load.test.ts', {}));
  const tenants = !interruption.signal.aborted && (await runTest('test/soak/tenants.test.ts', {}));
  const whole = { WEB_LANGUAGES: 'all', TEST_SIZE: 'whole' };
  const pages = !interruption.signal.aborted && (await runTest('test/e2e/web-*.test.ts', whole));
  const sizes = !interruption.signal.aborted && (await runTest(largeFiles, { TEST_SIZE: 'whole' }));
  const attacks = !interruption.signal.aborted && (await runTest('test/soak/{attacks,lists,logins}.test.ts', {}));
  const requests = cases === 0 || (!interruption.signal.aborted && (await runSchemathesis(cases)));
  process.exitCode = crashes && races && erasures && tenants && pages && sizes && attacks && requests ? 0 : 1;
}
