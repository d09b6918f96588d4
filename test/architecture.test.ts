import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import test from 'ava';

/** A rule, the file or a folder with a file that is planted, and what it imports although the rule forbids it: a folder, a file or a package. */
const offences = [
  ['domain-imports-only-itself', 'src/domain', 'src/ports'],
  ['domain-imports-no-package', 'src/domain', 'p-limit'],
  ['the-table-of-fields-imports-nothing', 'src/domain/ticket-fields.ts', 'src/domain'],
  ['concurrency-imports-only-itself', 'src/concurrency', 'src/platform'],
  ['platform-imports-only-itself', 'src/platform', 'src/domain'],
  ['ticket-files-import-words-of-the-domain', 'src/ticket-files', 'src/domain'],
  ['stock-phrases-imports-only-itself', 'src/stock-phrases', 'src/domain'],
  ['personal-data-imports-only-itself', 'src/personal-data', 'src/domain'],
  ['sentence-encoder-imports-only-itself', 'src/sentence-encoder', 'src/domain'],
  ['vector-engine-imports-only-itself', 'src/vector-engine', 'src/domain'],
  ['ports-import-domain-and-ticket-files', 'src/ports', 'src/commands'],
  ['threads-import-domain', 'src/threads', 'src/http'],
  ['projections-import-ports-and-domain', 'projections', 'src/adapters/sqlite'],
  ['commands-import-ports-and-domain', 'src/commands', 'src/adapters/sqlite'],
  ['uploads-import-commands-ports-and-texts', 'src/uploads', 'src/http'],
  ['queries-import-ports-and-texts', 'src/queries', 'src/commands'],
  ['operations-import-commands-and-projections', 'src/operations', 'src/adapters/mongodb'],
  ['http-imports-commands-uploads-and-queries', 'src/http', 'src/adapters/sqlite'],
  ['adapters-import-ports-and-domain', 'src/adapters/mongodb', 'src/adapters/sqlite'],
  ['local-model-imports-the-sentence-encoder-ports-and-domain', 'src/adapters/local-model', 'src/adapters/sqlite'],
  ['sqlite-imports-the-vector-engine-ports-and-domain', 'src/adapters/sqlite', 'src/adapters/redis'],
  ['redis-imports-memory-ports-and-domain', 'src/adapters/redis', 'src/adapters/sqlite'],
  ['adapters-are-imported-by-composition', 'src/http', 'src/adapters/memory'],
  ['composition-is-imported-by-main', 'src/http', 'src/composition'],
  ['threads-are-imported-by-composition-and-main', 'src/http', 'src/threads'],
  ['config-is-imported-by-composition-and-main', 'src/http', 'src/config.ts'],
  ['every-folder-is-a-known-room', 'src/unknown', 'src/domain'],
  ['the-driver-of-eventstoredb-stays-in-its-adapter', 'src/adapters/mongodb', '@eventstore/db-client'],
  ['the-driver-of-mongodb-stays-in-its-adapter', 'src/composition', 'mongodb'],
  ['the-driver-of-elasticsearch-stays-in-its-adapter', 'projections', '@elastic/elasticsearch'],
  ['the-driver-of-redis-stays-in-its-adapter', 'src/adapters/memory', 'ioredis'],
  ['the-driver-of-tracing-stays-in-its-adapter', 'src/http', '@opentelemetry/api'],
  ['the-libraries-of-security-stay-in-their-adapter', 'src/http', 'jsonwebtoken'],
  ['the-library-of-rate-limits-stays-in-its-adapters', 'src/http', 'rate-limiter-flexible'],
  ['express-stays-in-http', 'src/commands', 'express'],
  ['the-library-of-mcp-is-loaded-by-its-endpoint', 'src/http', '@modelcontextprotocol/server'],
  ['ui-imports-only-itself-and-fields', 'ui', 'src/domain'],
  ['service-imports-no-ui', 'src/http', 'ui'],
  ['service-imports-no-tests-or-scripts', 'src/commands', 'scripts'],
] as const;

const cycle = 'no-cycles';
const cyclicFolders = ['src/domain', 'projections', 'ui'];

type Violation = { readonly rule: { readonly name: string }; readonly from: string };

const isPackage = (target: string) => !/^(src|projections|ui|scripts)\b/.test(target);
const plantedFile = (rule: string, target: string) => (target.endsWith('.ts') ? target : `${target}/${rule}.ts`);
const fileOf = (target: string) => (target.endsWith('.ts') ? target : `${target}/imported.ts`);

/** Every planted file of the tree below, by its path. */
const plantedFiles = (): ReadonlyMap<string, string> => {
  const files = new Map<string, string>();
  for (const [rule, folder, target] of offences) {
    if (!isPackage(target)) files.set(fileOf(target), 'export type Imported = string;\n');
    const planted = plantedFile(rule, folder);
    const specifier = isPackage(target) ? target : `./${relative(dirname(planted), fileOf(target))}`;
    files.set(planted, `import '${specifier}';\n`);
  }
  for (const folder of cyclicFolders) {
    files.set(`${folder}/chicken.ts`, `import type { Egg } from './egg.ts';\nexport type Chicken = Egg | 'hen';\n`);
    files.set(`${folder}/egg.ts`, `import type { Chicken } from './chicken.ts';\nexport type Egg = Chicken | 'raw';\n`);
  }
  return files;
};

/** Runs the architecture check once over a tree of planted files; returns RULE FILE for each violation. */
const checkPlanted = (root: string): ReadonlySet<string> => {
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) cpSync(name, join(root, name));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  for (const [path, text] of plantedFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const depcruise = [resolve('node_modules/.bin/depcruise'), '--config', '.dependency-cruiser.cjs'];
  const command = [...depcruise, '--output-type', 'json', 'src', 'projections', 'ui'];
  const { stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { summary } = JSON.parse(stdout) as { readonly summary: { readonly violations: readonly Violation[] } };
  return new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`));
};

let violations: ReadonlySet<string> = new Set();
test.before(() => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-architecture-'));
  try {
    violations = checkPlanted(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const [rule, folder, target] of offences) {
  test(`the rule ${rule} fails when a file of ${folder} imports ${target}`, (t) => {
    t.true(violations.has(`${rule} ${plantedFile(rule, folder)}`));
  });
}

test('a cycle of types alone fails', (t) => {
  // A cycle is reported once, for one of its files.
  const reported = (folder: string) =>
    ['chicken', 'egg'].some((name) => violations.has(`${cycle} ${folder}/${name}.ts`));
  for (const folder of cyclicFolders) t.true(reported(folder), folder);
});

test('every rule has a planted offence, between folders that exist', (t) => {
  const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    readonly forbidden: readonly { readonly name: string }[];
  };
  const rules = config.forbidden.map(({ name }) => name).toSorted();
  t.deepEqual([cycle, ...offences.map(([rule]) => rule)].toSorted(), rules);
  for (const [, folder, target] of offences) {
    if (folder !== 'src/unknown') t.true(existsSync(folder), folder);
    if (!isPackage(target)) t.true(existsSync(target), target);
  }
});

test('the service runs on Node 24 or newer', (t) => {
  t.true(Number(process.versions.node.split('.')[0]) >= 24);
});
