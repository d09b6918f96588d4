import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

export type Command = readonly string[];
export type Environment = Readonly<Record<string, string>>;
export type Outcome = {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
};

/** The outcomes of several commands as one. */
export const together = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.flatMap(({ failed }) => failed),
  skipped: outcomes.flatMap(({ skipped }) => skipped),
});

/** The type checker lives for half a minute: it need not collect garbage, which would be a sixth of its processor time. */
const withoutCollector = { GOGC: 'off' };

const checks: readonly (readonly [name: string, command: Command])[] = [
  ['types and lint', ['oxlint']],
  ['style', ['oxfmt', '--check']],
  [
    'architecture',
    'depcruise --config .dependency-cruiser.cjs --output-type err-long src projections scripts test ui'.split(' '),
  ],
  ['unused code', ['knip']],
  ['compiled kernel', ['node', 'scripts/build-kernel.ts', '--check']],
];

/** Ends a command with everything that it has started in its process group. */
const endGroup = ({ pid = 0 }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const running = new Set<ChildProcess>();

/** How long tests that are interrupted may take to end what they have started. */
const endMs = 5_000;

let isInterrupted = false;
/** A terminal sends the signal to this process and to the one that started it, which passes it on. */
const interrupt = async () => {
  if (isInterrupted) return;
  isInterrupted = true;
  const ends = [...running].map((child) => once(child, 'exit'));
  for (const child of running) endGroup(child, 'SIGTERM');
  await Promise.race([Promise.all(ends), setTimeout(endMs)]);
  for (const child of running) endGroup(child, 'SIGKILL');
  process.exit(1);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void interrupt());

/** Kills the servers whose tests did not end, each of which has its files and its pid in a folder there, and removes what the tests have left. */
const removeFiles = (folder: string) => {
  for (const file of globSync('*/*.pid', { cwd: folder })) {
    const env = { ...process.env, SERVERS_DIR: join(folder, dirname(file)) };
    spawnSync(resolve('scripts/servers'), ['kill', basename(file, '.pid')], { env });
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
};

let files: string | undefined;
/** The folder for the temporary files of all tests, which is removed at the end, also of a run that is interrupted. */
const filesOfTests = (): string => {
  if (files !== undefined) return files;
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  // Servers may run as another user than the test.
  chmodSync(folder, 0o755);
  process.once('exit', () => {
    removeFiles(folder);
  });
  return (files = folder);
};

/** Starts a tool of the packages; tools and tests run on the Node of this process, whatever the PATH had before. */
const start = ([tool = '', ...args]: Command, environment: Environment) => {
  const tools = resolve('node_modules/.bin');
  const path = [dirname(process.execPath), tools, process.env['PATH']].join(delimiter);
  const child = spawn(resolve(tool.includes('/') ? '.' : tools, tool), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...process.env,
      ...{ NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'), TMPDIR: filesOfTests() },
      ...environment,
      PATH: path,
    },
  });
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    endGroup(child, 'SIGKILL');
  });
  const exitCode = new Promise<number | null>((settle) => child.once('close', settle));
  return { child, exitCode };
};

const finish = async (command: Command, environment: Environment = {}) => {
  const { child, exitCode } = start(command, environment);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { passed: (await exitCode) === 0, output };
};

/** Runs a command that is no test. Throws, with what it printed, if it fails. */
export const runCommand = async (command: Command): Promise<void> => {
  const { passed, output } = await finish(command);
  if (!passed) throw new Error(`${command.join(' ')} failed:\n${output}`);
};

/** Asks the npm registry for advisories of the packages that the service runs with; left out where none answers. */
const checkAdvisories = async (): Promise<Outcome> => {
  const name = 'advisories of the packages';
  const { passed, output } = await finish(['node', 'scripts/check-advisories.ts']);
  if (output.includes('not asked for')) return { passed: 0, failed: [], skipped: [`${name}: no npm registry answers`] };
  console.log(`${passed ? '✔' : '✘'} ${name}\n${output}`);
  return { passed: Number(passed), failed: passed ? [] : [name], skipped: [] };
};

/** Runs the checks one after the other. */
export const runChecks = async (): Promise<Outcome> => {
  const failed: string[] = [];
  for (const [name, command] of checks) {
    const { passed, output } = await finish(command, withoutCollector);
    console.log(`${passed ? '✔' : '✘'} ${name}${passed ? '' : `\n${output}`}`);
    if (!passed) failed.push(name);
  }
  const advisories = await checkAdvisories();
  return {
    passed: checks.length - failed.length + advisories.passed,
    failed: [...failed, ...advisories.failed],
    skipped: advisories.skipped,
  };
};

/** Makes the model file anew and compares it (a test compares its hash in any case); left out where its packages cannot be had. */
export const checkModel = async (): Promise<Outcome> => {
  const buildModel: Command = ['node', 'scripts/build-model.ts'];
  if (!(await finish([...buildModel, '--fetch'])).passed)
    return { passed: 0, failed: [], skipped: ['the model file is made anew: PyPI is not reached'] };
  const { passed, output } = await finish([...buildModel, '--check']);
  console.log(`${passed ? '✔' : '✘'} the model file is made anew\n${output}`);
  return { passed: Number(passed), failed: passed ? [] : ['the model file is made anew'], skipped: [] };
};

/** What the list of failures at the end repeats of a failure's details: often the last lines of a run are all that is kept of it. */
const detailLines = 15;

/** What tests have reported. Titles are those of the report; `at`: as of `performance.now()`. */
export type Report = {
  readonly passed: readonly string[];
  readonly failed: readonly { readonly title: string; readonly details: readonly string[]; readonly at: number }[];
  readonly skipped: readonly string[];
};

/** Runs tests that report in the Test Anything Protocol. */
export const runTests = async (command: Command, environment: Environment = {}, prefix = ''): Promise<Outcome> =>
  outcomeOf(await reportTests(command, environment, prefix), prefix);

/** The outcome of tests, whose titles there begin with a prefix. */
export const outcomeOf = ({ passed, failed, skipped }: Report, prefix: string): Outcome => ({
  passed: passed.length,
  failed: failed.map(({ title, details }) => [prefix + title, ...details].join('\n')),
  skipped: skipped.map((title) => prefix + title),
});

/** Runs tests that report in that protocol. A result is printed with its details in one piece, since several commands run at once. */
export const reportTests = async (command: Command, environment: Environment, prefix: string): Promise<Report> => {
  const { child, exitCode } = start(command, environment);
  child.stderr.pipe(process.stderr, { end: false });
  const passed: string[] = [];
  const skipped: string[] = [];
  const failed: Report['failed'][number][] = [];
  let isComplete = false;
  let block: string[] = [];
  const print = () => {
    const [title = '', ...details] = block;
    if (block.length > 0) console.log(block.join('\n'));
    if (title.startsWith('✘ ')) {
      const name = title.slice(2 + prefix.length);
      failed.push({ title: name, details: details.slice(0, detailLines), at: performance.now() });
    }
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
    if (isSkipped !== undefined) skipped.push(name);
    else if (result === 'ok') passed.push(name);
    block.push(`${isSkipped !== undefined ? '○' : result === 'ok' ? '✔' : '✘'} ${prefix}${name}`);
  }
  print();
  const code = await exitCode;
  // The plan `1..N` comes last: without it the command died before its end.
  if (!isComplete || (code !== 0 && failed.length === 0))
    failed.push({ title: `${command[0] ?? ''} ended with ${code}`, details: [], at: performance.now() });
  return { passed, failed, skipped };
};

/** Starts the service that test files share: a start costs the processor as much as many tests. Rejects if it ends before it listens. */
export const startShared = async (environment: Environment = {}) => {
  const { child, exitCode } = start([process.execPath, 'test/support/shared-service.ts'], environment);
  child.stderr.pipe(process.stderr, { end: false });
  let url: string | undefined;
  for await (url of createInterface({ input: child.stdout })) break;
  if (url === undefined) throw new Error('The shared service did not start');
  child.stdout.resume();
  const stop = async () => {
    child.kill('SIGTERM');
    await exitCode;
  };
  return { url, stop };
};
