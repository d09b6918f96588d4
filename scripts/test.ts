import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, stripVTControlCharacters } from 'node:util';

const usage = `Usage: npm test [-- --only PART,…]   (checks, node, browser, servers; without it all but servers)
       npm test -- FILE…             (test files or globs, without the checks)`;

type Command = readonly string[];
type Environment = Readonly<Record<string, string>>;
type Outcome = { readonly passed: number; readonly failed: readonly string[]; readonly skipped: readonly string[] };

const checks: readonly (readonly [name: string, command: Command])[] = [
  ['types and lint', ['oxlint']],
  ['style', ['oxfmt', '--check']],
  [
    'architecture',
    'depcruise --config .dependency-cruiser.cjs --output-type err-long src projections scripts test ui'.split(' '),
  ],
  ['unused code', ['knip']],
];

/** HTTP tests that are the same on servers: of handlers in the process of the test, of documents and pages, of what a file and a preview hold. */
const withoutStores: readonly string[] = [
  ...[
    'account-handlers',
    'client-address',
    'export-stream',
    'json-types',
    'metrics',
    'openapi',
    'preview',
    'preview-columns',
    'preview-progress',
    'protocol',
  ],
  ...['skipped-csv', 'ticket-files', 'ui', 'ui-records', 'unread-body', 'upload-waiting'],
].map((name) => `test/http/${name}.test.ts`);

/** Ends a command with everything that it has started in its process group. */
const endGroup = ({ pid = 0 }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) endGroup(child, 'SIGTERM');
    process.exit(1);
  });
}

/** Starts a tool of the packages; tools and tests run on the Node of this process, whatever the PATH had before. */
const start = ([tool = '', ...args]: Command, environment: Environment) => {
  const tools = resolve('node_modules/.bin');
  const path = [dirname(process.execPath), tools, process.env['PATH']].join(delimiter);
  const child = spawn(resolve(tools, tool), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'), ...environment, PATH: path },
  });
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    endGroup(child, 'SIGKILL');
  });
  const exitCode = new Promise<number | null>((settle) => child.once('close', settle));
  return { child, exitCode };
};

const runChecks = async (): Promise<Outcome> => {
  const failed: string[] = [];
  for (const [name, command] of checks) {
    const { child, exitCode } = start(command, {});
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const passed = (await exitCode) === 0;
    console.log(`${passed ? '✔' : '✘'} ${name}${passed ? '' : `\n${output}`}`);
    if (!passed) failed.push(name);
  }
  return { passed: checks.length - failed.length, failed, skipped: [] };
};

/** What the list of failures at the end repeats of a failure's details: often the last lines of a run are all that is kept of it. */
const detailLines = 15;

/** Runs tests that report in the Test Anything Protocol. A result is printed with its details in one piece, since several commands run at once. */
const runTests = async (command: Command, environment: Environment = {}, prefix = ''): Promise<Outcome> => {
  const { child, exitCode } = start(command, environment);
  child.stderr.pipe(process.stderr, { end: false });
  let passed = 0;
  const failed: string[] = [];
  const skipped: string[] = [];
  let isComplete = false;
  let block: string[] = [];
  const print = () => {
    const [title = '', ...details] = block;
    if (block.length > 0) console.log(block.join('\n'));
    if (title.startsWith('✘ ')) failed.push([title.slice(2), ...details.slice(0, detailLines)].join('\n'));
    block = [];
  };
  for await (const printed of createInterface({ input: child.stdout })) {
    const line = stripVTControlCharacters(printed);
    const [, result, name = '', isSkipped] = /^(ok|not ok) \d+ - (.*?)( # (?:SKIP|TODO).*)?$/.exec(line) ?? [];
    if (result === undefined) {
      isComplete ||= line.startsWith('1..');
      if (!/^(TAP version|1\.\.|#|Running \d+ test files|\s*$)/.test(line)) block.push(line);
      continue;
    }
    print();
    const title = prefix + name;
    if (isSkipped !== undefined) skipped.push(title);
    else if (result === 'ok') passed += 1;
    block.push(`${isSkipped !== undefined ? '○' : result === 'ok' ? '✔' : '✘'} ${title}`);
  }
  print();
  const code = await exitCode;
  // The plan `1..N` comes last: without it the command died before its end.
  if (!isComplete || (code !== 0 && failed.length === 0))
    failed.push(`${prefix}${command[0] ?? ''} ended with ${code}`);
  return { passed, failed, skipped };
};

/** Runs many test files beside one service for those that can share it: a start costs the processor as much as many tests. */
const runSharing = async (files: Command, environment: Environment = {}, prefix = ''): Promise<Outcome> => {
  const { child, exitCode } = start([process.execPath, 'test/support/shared-service.ts'], environment);
  child.stderr.pipe(process.stderr, { end: false });
  let url: string | undefined;
  for await (url of createInterface({ input: child.stdout })) break;
  child.stdout.resume();
  if (url === undefined) return { passed: 0, failed: [`${prefix}The shared service did not start`], skipped: [] };
  const outcome = await runTests(['ava', '--tap', ...files], { ...environment, TEST_SERVICE: url }, prefix);
  child.kill('SIGTERM');
  await exitCode;
  return outcome;
};

/** The suites of servers' adapters and the benches. */
const usesServers = (file: string) => /^test\/(?:adapters\/(?:mongodb|elasticsearch|redis)|bench)\//.test(file);

/** `npm run soak -- --servers` sets it: all HTTP tests run on servers, with as many requests as on embedded stores. */
const isWhole = process.env['TEST_SIZE'] === 'whole';

/** The HTTP tests that touch a store, on servers. */
const runPassOnServers = (): Promise<Outcome> => {
  const stores = ['test/http/*.test.ts', 'test/servers/*.test.ts'].flatMap((pattern) => globSync(pattern));
  const touching = stores.filter((file) => isWhole || !withoutStores.includes(file)).toSorted();
  return runSharing(['--concurrency=1', ...touching], { TEST_STORES: 'servers' }, 'on servers › ');
};

/**
 * Two streams: the tests on embedded stores, then the adapters' suites and the benches; and beside them the checks, the browser's tests, then the pass
 * on servers, one file at a time. More at a time would not end sooner, since the processor is the limit, and tests would reach their time-outs.
 */
const runParts = async (parts: ReadonlySet<string>): Promise<readonly Outcome[]> => {
  spawnSync(process.execPath, ['scripts/build-ui.ts', '--if-stale'], { stdio: 'inherit' });
  const outcomes: Outcome[] = [];
  // The suites of adapters come last: their time-outs do not go with the checks, which keep the cores busy at the beginning.
  const files = globSync('test/**/*.test.ts')
    .filter((file) => !/^test\/(ui|servers|soak)\//.test(file))
    .toSorted()
    .toReversed();
  const own = parts.has('servers') ? files.filter((file) => !usesServers(file)) : files;
  const tests = async () => {
    if (parts.has('node')) outcomes.push(await runSharing(own));
    if (parts.has('servers'))
      outcomes.push(await runTests(['ava', '--tap', '--concurrency=1', ...files.filter(usesServers)]));
  };
  const besideThem = async () => {
    if (parts.has('checks')) outcomes.push(await runChecks());
    if (parts.has('browser')) outcomes.push(await runTests(['wtr']));
    if (parts.has('servers')) outcomes.push(await runPassOnServers());
  };
  await Promise.all([tests(), besideThem()]);
  return outcomes;
};

const runFiles = async (files: Command): Promise<readonly Outcome[]> => {
  const isBrowser = (file: string) => file.startsWith('test/ui/');
  const [inBrowser, rest] = [files.filter(isBrowser), files.filter((file) => !isBrowser(file))];
  return [
    ...(rest.length > 0 ? [await runTests(['ava', '--tap', ...rest])] : []),
    ...(inBrowser.length > 0 ? [await runTests(['wtr'], { UI_TESTS: inBrowser.join(' ') })] : []),
  ];
};

process.chdir(resolve(import.meta.dirname, '..'));
const { values, positionals: files } = parseArgs({
  options: { only: { type: 'string', default: 'checks,node,browser' } },
  allowPositionals: true,
});
const parts = new Set(values.only.split(','));
const unknown = [...parts].filter((part) => !['checks', 'node', 'browser', 'servers'].includes(part));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}\n${usage}`);
  process.exit(2);
}
const outcomes = files.length > 0 ? await runFiles(files) : await runParts(parts);
const skipped = outcomes.flatMap((outcome) => outcome.skipped);
// A suite is skipped when the variable of its server is not set; here they were asked for.
const missing = parts.has('servers')
  ? skipped.filter((title) => /\b(MONGODB|ELASTICSEARCH|REDIS)_URL\b/.test(title))
  : [];
const failed = [...outcomes.flatMap((outcome) => outcome.failed), ...missing.map((title) => `skipped: ${title}`)];
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
if (skipped.length > 0)
  console.log(['', `${skipped.length} skipped:`, ...skipped.map((title) => `○ ${title}`)].join('\n'));
if (failed.length > 0) console.log(['', 'Failed:', ...failed.map((title) => `✘ ${title}`)].join('\n'));
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
