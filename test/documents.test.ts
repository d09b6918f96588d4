import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'ava';
import { columns, fieldNames } from '../src/domain/ticket-fields.ts';
import { block, blocksOf, run } from './support/documented-commands.ts';
import { freePort } from './support/free-port.ts';
import { runFile } from './support/run-file.ts';
import { startService } from './support/service.ts';

const documents = new Map(
  ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...globSync('docs/**/*.md')].map((path) => [
    path,
    readFileSync(path, 'utf8'),
  ]),
);
const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  version: string;
};

test('every npm command in a document is a script of the package', (t) => {
  for (const [path, text] of documents) {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    t.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
      path,
    );
  }
  t.is(block('README.md', 'npm ci'), 'npm ci\nnpm start');
  t.is(scripts['start'], 'node src/main.ts');
});

test('the newest version in the changelog is the one of the package', (t) => {
  const headings = [...(documents.get('CHANGELOG.md') ?? '').matchAll(/^## (?!Unreleased$)(.*)$/gm)].map(
    ([, heading = '']) => heading,
  );
  for (const heading of headings) t.regex(heading, /^\d+\.\d+\.\d+(?: - \d{4}-\d\d-\d\d)?$/);
  t.is(headings[0]?.split(' ')[0], version);
  t.deepEqual([...new Set(headings)], headings);
});

test('the bill of materials of the release recipe has what the service needs, and nothing that only development does', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-sbom-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const command = block('CONTRIBUTING.md', 'folder=').replace(' sbom.json', ` ${folder}/sbom.json`);
  const { status, output } = await run(`set -e\n${command}`, { HOME: folder, TMPDIR: folder });
  t.is(status, 0, output);
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string; type: string; version: string } };
    components: readonly { name: string; version: string }[];
  };
  t.is(bomFormat, 'CycloneDX');
  t.like(metadata.component, { name: 'precedent', type: 'application', version });
  const sent = new Set(components.map((each) => `${each.name} ${each.version}`));
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { name?: string; version: string; dev?: true }>;
  };
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const names = needed.map(([path, { version: each }]) => `${path.replace(/^.*node_modules\//, '')} ${each}`);
  t.deepEqual([...sent].toSorted(), [...new Set(names)].toSorted());
});

test('every file and folder that a document names exists', (t) => {
  const rooms = /^(?:src|projections|ui|test|scripts|docs|deploy|\.ci)\/[\w./-]+$/;
  for (const [path, text] of documents) {
    const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name).filter((name) => rooms.test(name));
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) =>
      join(dirname(path), target),
    );
    t.deepEqual(
      [...quoted, ...linked].filter((name) => !existsSync(name)),
      [],
      path,
    );
  }
});

test('comments refer to sections of the contract that exist', (t) => {
  const headings = [...(documents.get('docs/contract.md') ?? '').matchAll(/^## (.+)$/gm)].map(([, name = '']) => name);
  const files = globSync(['src/**/*.ts', 'projections/**/*.ts', 'ui/**/*.ts', 'scripts/**/*.ts', 'test/**/*.ts']);
  const missing = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/docs\/contract\.md, "([^"]+)"/g)]
      .filter(([, name = '']) => !headings.includes(name))
      .map(([reference]) => `${path}: ${reference}`),
  );
  t.true(headings.length > 0);
  t.deepEqual(missing, []);
});

test('the contract has one row for each field of a ticket, with its limit', (t) => {
  const [, section = ''] = (documents.get('docs/contract.md') ?? '').split('\n## Tickets\n');
  const rows = new Map([...section.matchAll(/^\| `(\w+)` .*$/gm)].map(([row, name = '']) => [name, row]));
  t.deepEqual([...rows.keys()], [...fieldNames]);
  for (const name of fieldNames) {
    const column = columns[name];
    const limit = 'detail' in column ? `${column.detail.schema.maxLength} characters` : '';
    t.true(rows.get(name)?.includes(limit), name);
  }
});

const wordsIn = (path: string): number =>
  (documents.get(path) ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

test('the pages that newcomers read first are short', (t) => {
  const limits = { 'README.md': 900, 'docs/architecture.md': 1_800, 'docs/benchmarks.md': 1_800 };
  for (const [path, limit] of Object.entries(limits)) {
    const words = wordsIn(path);
    t.true(words > 0 && words <= limit, `${path}: ${words} words`);
  }
});

test('the commands of the documents work as they are: demo, API, uploads, operations with and without the service', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-documents-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startService({}, join(folder, 'data'));
  t.teardown(service.stop);
  const port = new URL(service.url).port;
  const environment = {
    ...{ HOME: service.folder, DATA_DIR: service.folder, PORT: port },
    ...{ CURL_HOME: folder, PRECEDENT_URL: service.url },
  };

  const demo = await run(block('README.md', 'npm run demo'), environment);
  t.is(demo.status, 0, demo.output);
  t.regex(demo.output, /Отправлено обращений: 76, сохранено: 63, пропущено правилами: 13/);
  t.regex(demo.output, /Основано на тикете №1010/);

  if (spawnSync('curl', ['--version']).status === 0) {
    // The lines name port 8000; curl's own settings lead them to the port of the test.
    writeFileSync(join(folder, '.curlrc'), `connect-to = "127.0.0.1:8000:127.0.0.1:${port}"\n`);
    const commands = [
      'set -e',
      block('README.md', 'TOKEN='),
      ...blocksOf('docs/api.md'),
      ...blocksOf('docs/recorded-questions.md'),
      ...blocksOf('docs/answers.md'),
      ...blocksOf('docs/command-line.md'),
      ...blocksOf('docs/tickets.md'),
    ];
    const files = /(?<=[ @])(?:skipped\.csv|night\.json|receipt\.(?:json|html)|\w+\.jsonl)(?=\s|$)/g;
    const lines = await run(commands.join('\n').replaceAll(files, `${folder}/$&`), environment);
    t.is(lines.status, 0, lines.output);
    t.regex(lines.output, /"processed":63,"skipped":13,"collection_ticket_count":63/);
    t.regex(lines.output, /Основано на тикете №1010/);
    t.regex(lines.output, /"processed":1,"skipped":0,"collection_ticket_count":64/);
    t.regex(lines.output, /"title":"Шифр","column":"ticket_id","assigned":true/);
    t.regex(
      lines.output,
      /"total":1,"outcomes":\{"stored":0,"updated":0,"duplicate":0,"withdrawn":0,"erased":0,"no-solution":1,/,
    );
    t.regex(lines.output, /"verdict":\{"helped":true,/);
    t.regex(lines.output, /нет записанных вопросов, ради которых что-либо ушло из сервиса/);
    t.regex(lines.output, /1 questions? of the file: of 1 the right ticket is known/);
    t.regex(lines.output, /event: outcome/);
    t.regex(lines.output, /ticket_id,row,rule,sentence/);
    t.regex(readFileSync(join(folder, 'skipped.csv'), 'utf8'), /duplicate/);
    t.regex(lines.output, /"stored":0,"updated":1,"duplicate":0,/);
    t.regex(lines.output, /"taken_back":1,"left":0/);
    t.regex(lines.output, /event: outcome\nid: \d+\ndata: .*"undo":\{"state":"finished"/);
    t.regex(lines.output, /"ticket_id":"night-1".*"problem":"Не печатает принтер"/);
    const receipt = readFileSync(join(folder, 'receipt.json'), 'utf8');
    t.regex(receipt, /"state":"proven".*"ticket_id":"night-1"/);
    // The hash of the receipt was found in it.
    t.true(lines.output.trimEnd().endsWith(receipt.trim()), lines.output);
    t.regex(readFileSync(join(folder, 'receipt.html'), 'utf8'), /Справка об удалении/);
    t.regex(lines.output, /"processed":64,"skipped":0,"collection_ticket_count":64/);
    t.is(readFileSync(join(folder, 'tickets.jsonl'), 'utf8').split('\n').length, 65);
    t.is(readFileSync(join(folder, 'withdrawn.jsonl'), 'utf8'), '');
  } else t.log('curl is not on this machine: its lines were not run');

  const [replay, verify, reembed, rotateKeys, ...backUpAndRestore] = blocksOf('docs/operations.md');
  const [backUp, restore] = backUpAndRestore.map((command) => command.replace(' backups/', ` ${folder}/backups/`));
  const beside = await run(replay ?? '', environment);
  t.is(beside.status, 0, beside.output);
  t.is([...beside.output.matchAll(/hashes of ids the same; switched/g)].length, 5, beside.output);
  const verified = await run(verify ?? '', environment);
  t.is(verified.status, 0, verified.output);
  t.regex(verified.output, /The log and all read models agree/);
  const reembedded = await run(reembed ?? '', environment);
  t.is(reembedded.status, 0, reembedded.output);
  t.regex(reembedded.output, /is in use already; 0 tickets/);
  const rotated = await run(rotateKeys ?? '', environment);
  t.is(rotated.status, 0, rotated.output);
  t.regex(rotated.output, /Accounts with a new API key: \d/);
  const saved = await run(backUp ?? '', environment);
  t.is(saved.status, 0, saved.output);
  t.regex(saved.output, /Saved in \S+: \d+ events up to position \d+/);
  t.is(await service.stop(), 0);
  const without = await run(replay ?? '', environment);
  t.is(without.status, 0, without.output);
  t.regex(without.output, /No service runs/);
  const [name = ''] = readdirSync(join(folder, 'backups'));
  t.regex(name, /^\d{4}-\d\d-\d\d-\d{4}$/);
  const restored = await run(restore?.replace('NAME', name) ?? '', environment);
  t.is(restored.status, 0, restored.output);
  t.regex(restored.output, /The next start builds the read models from the log/);
});

test('the demo says how to name the address of a service where none answers', async (t) => {
  const port = String(await freePort());
  const { code, output } = await runFile('scripts/demo/demo.ts', { environment: { PORT: port } });
  t.is(code, 1);
  t.is(output, `No service answers at http://127.0.0.1:${port}: start it, or set PORT or --url to where it listens\n`);
});
