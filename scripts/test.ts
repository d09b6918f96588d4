import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

/** Every check and every test, and one closing line `N passed, N failed`; further arguments name test files and leave the checks out. */
const checks: readonly (readonly [string, readonly string[]])[] = [
  ['types', ['tsc']],
  ['types of the web interface', ['tsc', '-p', 'ui']],
  ['types of its tests', ['tsc', '-p', 'test/ui']],
  ['style', ['prettier', '--check', '--log-level', 'warn', '.']],
  ['lint', ['eslint', '.']],
  [
    'architecture',
    [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      'src',
      'projections',
      'scripts',
      'test',
      'ui',
    ],
  ],
  ['unused code', ['knip']],
];

type Outcome = { readonly passed: number; readonly failed: number };

const start = ([command = '', ...args]: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  spawn(`node_modules/.bin/${command}`, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });

const runCheck = async ([name, command]: readonly [string, readonly string[]]): Promise<Outcome> => {
  const child = start(command);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  console.log(`${code === 0 ? '✔' : '✘'} ${name}`);
  if (code !== 0) console.log(output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
};

/** Runs tests and counts what they report in the Test Anything Protocol; a run that ends badly without a failed test counts as one. */
const runTests = async (child: ReturnType<typeof start>): Promise<Outcome> => {
  child.stderr.pipe(process.stderr);
  let passed = 0;
  let failed = 0;
  for await (const printed of createInterface({ input: child.stdout })) {
    const line = stripVTControlCharacters(printed);
    const [, result, title] = /^(ok|not ok) \d+ - (.*)$/.exec(line) ?? [];
    if (result === 'ok') passed += 1;
    if (result === 'not ok') failed += 1;
    if (title !== undefined) console.log(`${result === 'ok' ? '✔' : '✘'} ${title}`);
    else if (!/^(TAP version|1\.\.|#|Running \d+ test files|\s*$)/.test(line)) console.log(line);
  }
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.on('close', resolve)));
  if (code !== 0 && failed === 0) failed = 1;
  return { passed, failed };
};

const files = process.argv.slice(2);
const outcomes: Outcome[] = [];
if (files.length === 0) for (const check of checks) outcomes.push(await runCheck(check));
const inBrowser = files.filter((file) => file.startsWith('test/ui/'));
const onNode = files.filter((file) => !file.startsWith('test/ui/'));
if (files.length === 0 || onNode.length > 0) outcomes.push(await runTests(start(['ava', '--tap', ...onNode])));
if (files.length === 0) outcomes.push(await runTests(start(['wtr'])));
else if (inBrowser.length > 0) outcomes.push(await runTests(start(['wtr'], { UI_TESTS: inBrowser.join(' ') })));
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
