import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runParts } from './testing/jobs.ts';
import { type Command, type Outcome, runTests, together } from './testing/run-tests.ts';

const usage = `Usage: npm test [-- --only PART,…]   (checks, node, browser, model, servers, containers; without it the first three)
       npm test -- FILE…             (test files or globs, without the checks)`;

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
const unknown = [...parts].filter(
  (part) => !['checks', 'node', 'browser', 'model', 'servers', 'containers'].includes(part),
);
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}\n${usage}`);
  process.exit(2);
}
const { passed, skipped, ...outcome } = together(files.length > 0 ? await runFiles(files) : await runParts(parts));
// A suite is skipped when the variable of its server is not set; here they were asked for.
const missing = parts.has('servers')
  ? skipped.filter((title) => /\b(MONGODB|ELASTICSEARCH|REDIS)_URL\b/.test(title))
  : [];
const failed = [...outcome.failed, ...missing.map((title) => `skipped: ${title}`)];
if (skipped.length > 0)
  console.log(['', `${skipped.length} skipped:`, ...skipped.map((title) => `○ ${title}`)].join('\n'));
if (failed.length > 0) console.log(['', 'Failed:', ...failed.map((title) => `✘ ${title}`)].join('\n'));
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
