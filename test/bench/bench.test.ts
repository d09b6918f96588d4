import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'ava';
import { benchTicket, bodyOf, fittingTickets, maxBodyBytes } from '../../scripts/bench/bench-tickets.ts';
import { startGateway } from '../support/gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs a script of the bench to its end; the variables of servers reach only those that ask for them. */
const run = (args: readonly string[], environment: NodeJS.ProcessEnv = {}, cwd = '.') =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, args, {
      cwd,
      env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => resolve({ code, output }));
  });

const eventStoreDb = 'Upload with the log in EventStoreDB (its double), in turns with the embedded log';

const jsonLines = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const sections = [
  'Upload: cleaned, embedded, stored, findable',
  'Search among 100 tickets of 200, over HTTP',
  'Search with filters among 100 tickets, over HTTP',
  'Lists of 100 tickets, over HTTP',
  'Search among 100 tickets, 25 a second (open loop)',
  'Start',
  'Memory (resident)',
  'Search among 100 tickets, 25 a second, during a preview of 1 MB',
  'Uploads of one ticket, one after the other, and 4 clients that log in',
  'Uploads of ten tickets, and six files of 0.1 MB of another tenant',
  'Search of 2 tenants of 5 tickets, one after the other',
];

test.serial('the bench of the service runs to its end on embedded stores', async (t) => {
  t.timeout(1_200_000);
  const { code, output } = await run(['scripts/bench/bench.ts', '--smoke']);
  t.is(code, 0, output);
  for (const title of [...sections, eventStoreDb])
    t.true(output.includes(`\n${title}\n`), `${title} is missing:\n${output}`);
  t.regex(output, /\nReplay of 401 events without tickets, and of \d+ with them\n/);
  t.regex(output, /\nRead models of 200 events of EventStoreDB into SQLite\n/);
  t.regex(output, /\n\d+ goals met, \d+ missed\n/);
});

const sameOnServers = /Upload: |Lists|25 a second|Start|Memory|log in|another tenant|tenants of/;

const { MONGODB_URL, ELASTICSEARCH_URL, REDIS_URL } = process.env;
const servers = { EVENTSTORE_URL: 'double', MONGODB_URL, ELASTICSEARCH_URL, REDIS_URL };
const hasServers = MONGODB_URL !== undefined && ELASTICSEARCH_URL !== undefined && REDIS_URL !== undefined;
(hasServers ? test.serial : test.serial.skip)(
  'the bench of the service runs to its end on servers (MONGODB_URL, ELASTICSEARCH_URL and REDIS_URL)',
  async (t) => {
    t.timeout(1_200_000);
    // The other parts send the same requests, whatever the stores: on servers they run in `npm run soak -- --servers`.
    const isWhole = process.env['TEST_SIZE'] === 'whole';
    const only = isWhole ? [] : ['--only', 'searches,filters,rebuild'];
    const { code, output } = await run(['scripts/bench/bench.ts', '--smoke', '--servers', ...only], servers);
    t.is(code, 0, output);
    const wanted = isWhole ? [...sections, eventStoreDb] : sections.filter((section) => !sameOnServers.test(section));
    for (const title of wanted) t.true(output.includes(`\n${title}\n`), `${title} is missing:\n${output}`);
    t.regex(output, /\nRead models of \d+ events of EventStoreDB into MongoDB and Elasticsearch\n/);
    t.regex(output, /\n\d+ goals met, \d+ missed\n/);
  },
);

(hasServers ? test.serial : test.serial.skip)(
  'the bench of an index that grows finds all neighbours with either kind of graph (ELASTICSEARCH_URL)',
  async (t) => {
    t.timeout(600_000);
    const args = ['scripts/bench/bench.ts', '--smoke', '--servers', '--growth'];
    const { code, output } = await run(args, { ELASTICSEARCH_URL });
    t.is(code, 0, output);
    for (const graph of ['int8_hnsw', 'bbq_hnsw'])
      for (const size of ['500', '1 000'])
        t.true(output.includes(`\n${size} tickets in 50 collections of one index, ${graph}\n`), output);
    t.regex(output, /\n4 goals met, 0 missed\n/);
  },
);

test.serial('two commits are compared in alternating runs', async (t) => {
  const checkout = temporaryFolder(t);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], { cwd: checkout });
  const order = join(checkout, 'order.txt');
  mkdirSync(join(checkout, 'scripts/bench'), { recursive: true });
  mkdirSync(join(checkout, 'node_modules'));
  writeFileSync(join(checkout, 'package-lock.json'), '{}');
  writeFileSync(join(checkout, '.gitignore'), 'node_modules\norder.txt\n');
  // Stands for the bench of a commit: its figures are one number, and doubled in its second run.
  const commit = (value: number) => {
    writeFileSync(
      join(checkout, 'scripts/bench/bench.ts'),
      `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(order)}, '${value} ' + process.argv.slice(2, 4).join(' ') + '\\n');
      const runs = readFileSync(${JSON.stringify(order)}, 'utf8').split('\\n').filter((line) => line.startsWith('${value} ')).length;
      const lines = [{ name: 'upload', value: ${value} * runs, unit: 'tickets/s' }, { name: 'only in ${value}', value: 1, unit: 's' }];
      writeFileSync(process.argv.at(-1) ?? '', JSON.stringify({ sections: [{ title: 'Upload', lines }] }));`,
    );
    git('add', '.');
    git('commit', '-qm', String(value));
  };
  git('init', '-q');
  commit(100);
  commit(150);
  const bench = resolve('scripts/bench/bench.ts');
  const { code, output } = await run([bench, '--compare', 'HEAD~1', '--runs', '2', '--sizes', '7'], {}, checkout);
  t.is(code, 0, output);
  t.is(readFileSync(order, 'utf8'), ['100', '150', '150', '100', ''].join(' --sizes 7\n').trimStart());
  t.regex(output, /\nUpload\n {2}upload +200 +300 tickets\/s +1\.50 +\(1\.50–1\.50\)\n/);
  t.notRegex(output, /only in/);
  t.is(git('worktree', 'list').toString().trim().split('\n').length, 1);
});

test.serial('the bench of retrieval runs to its end', async (t) => {
  const folder = temporaryFolder(t);
  const line = (text: string, intent: string, part: string) => ({ text, intent, part });
  writeFileSync(
    join(folder, 'questions.jsonl'),
    jsonLines([
      line('не приходит код подтверждения', 'code', 'index'),
      line('принтер печатает полосами', 'printer', 'index'),
      // The vectors of the gateway are as long as the text: without a cosine this one would be the nearest.
      line('подтверждения подтверждения подтверждения подтверждения заказа', 'order', 'index'),
      line('код подтверждения так и не пришёл', 'code', 'query'),
    ]),
  );
  const ticket = (id: string, desk: string, text: string) => ({
    ...{ ticket_id: id, desk, description: text, messages: [{ role: 'support', text: 'картридж' }] },
  });
  writeFileSync(
    join(folder, 'desk_tickets_a.jsonl'),
    jsonLines([
      ticket('1', 'it', 'не печатает принтер'),
      ticket('2', 'it', 'нет звука'),
      ticket('3', 'taxi', 'нет звука'),
    ]),
  );
  const question = (query: string, gold: readonly string[], kind: string) => ({ query, desk: 'it', gold, kind });
  writeFileSync(
    join(folder, 'desk_queries_a.jsonl'),
    jsonLines([
      question('пропал звук', ['2'], 'short'),
      question('принтер перестал печатать', ['2'], 'close'),
      question('как сварить борщ', [], 'none'),
    ]),
  );
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const environment = { GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'e5', EMBEDDING_QUERY_PREFIX: 'query: ' };
  const { code, output } = await run(['scripts/bench/retrieval.ts', folder, '--texts', '20'], environment);
  t.is(code, 0, output);
  for (const model of ['local-1', 'local-2']) {
    t.regex(
      output,
      new RegExp(`questions\\.jsonl: 4 texts\n(?:.*\n)+? {2}${model}, as they are +100\\.0 +100\\.0 +20\\.0\n`),
    );
    t.regex(
      output,
      new RegExp(
        `desk_tickets_a\\.jsonl: 3 tickets(?:.*\n)+? {2}${model} +100\\.0 +100\\.0 +0\\.0 +100\\.0 +50\\.0 +100\\.0`,
      ),
    );
    t.regex(output, new RegExp(`${model}: distinct Russian texts of 500 characters a second, one thread: \\d+ `));
  }
  t.regex(output, /short \(1\) +close \(1\) +all \(2\)/);
  for (const model of ['local-1', 'local-2'])
    t.regex(output, new RegExp(`${model}, answers in per cent\n(?:.*\n){2} {2}it +0\\.0 +\\d.*\n {2}all +0\\.0 +\\d`));
  t.regex(output, /\n {2}e5 \["query: ",""\], as they are +100\.0 +100\.0 +20\.0\n/);
});

test.serial('the bench of personal data runs to its end', async (t) => {
  const folder = temporaryFolder(t);
  const name = { text: 'Меня зовут Иван Петров, здравствуйте.', per: [[11, 22]] };
  writeFileSync(join(folder, 'factrueval_dev.jsonl'), jsonLines([name]));
  writeFileSync(join(folder, 'chat_names.jsonl'), jsonLines([name, { text: 'Не работает вход.' }]));
  writeFileSync(join(folder, 'phones.jsonl'), jsonLines([{ text: 'Звоните: +7 916 123-45-67', ph: [[9, 25]] }]));
  writeFileSync(
    join(folder, 'emails_links.jsonl'),
    jsonLines([{ text: 'a@example.com https://example.com/a', sp: [[0, 13, 'E'], [14, 35, 'L']] }]), // prettier-ignore
  );
  const args = ['scripts/bench/personal-data.ts', folder, '--hostile-bytes', '2000', '--labelled', '40'];
  const { code, output } = await run(args);
  t.is(code, 0, output);
  for (const line of [
    /token F1 +1\.000/,
    /leaks, of 1 000 lines +0/,
    /digits masked, % +100\.0/,
    /e-mails, F1 +1\.000/,
  ])
    t.regex(output, line);
  t.regex(output, /names\/careless\.jsonl: 40 texts\n +token F1 +\d/);
  t.regex(output, /hostile shapes of 0\.002 MB: \d+\n/);
});

test.serial('the bench of the web interface runs to its end', async (t) => {
  const { code, output } = await run(['scripts/bench/ui.ts', '--smoke']);
  t.is(code, 0, output);
  for (const title of ['Sign-in page', 'Search, opened by its address'])
    t.true(output.includes(`\n${title}\n`), output);
  t.regex(output, /largest contentful paint +\d+\.\d+ s/);
});

test.serial('the bench of the vector index runs to its end', async (t) => {
  const { code, output } = await run(['scripts/bench/vector-index.ts', '--sizes', '200']);
  t.is(code, 0, output);
  t.regex(output, /recall@20/);
});

test('the body of the preview that is measured is just below the limit', (t) => {
  for (const from of [0, 100_000]) {
    const count = fittingTickets(from, 1_000_000);
    const bytes = (size: number) =>
      bodyOf(Array.from({ length: size }, (_, index) => benchTicket(from + index))).length;
    t.true(bytes(count) <= 1_000_000 && bytes(count + 1) > 1_000_000);
  }
  t.is(maxBodyBytes, 52_428_800);
});
