import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { query, questionsHome } from '../support/asked-questions.ts';
import { runFile } from '../support/run-file.ts';
import { onServers, serverStoresOf } from '../support/server-stores.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('questions are asked again by the running service and without one, as a table, as JSON, and from a golden file', async (t) => {
  const folder = temporaryFolder(t);
  const stores = onServers ? await serverStoresOf(randomUUID()) : {};
  const service = await startService(stores, folder);
  t.teardown(service.kill);
  const { ask, answer, below, collection } = await questionsHome(service.url);
  const { id } = await ask();
  t.is((await answer(`PUT ${id}/verdict`, { helped: true, ticket_id: '2' })).status, 204);
  const golden = join(folder, 'golden.jsonl');
  writeFileSync(golden, (await below('/golden.jsonl')) as unknown as string);
  t.regex(readFileSync(golden, 'utf8'), new RegExp(`"question":"${query}"`));
  const backtest = (...more: readonly string[]) => {
    const args = ['--collection', collection, ...more];
    return runFile('scripts/backtest.ts', { args, environment: { DATA_DIR: folder, ...stores } });
  };
  const table = await backtest('--model', 'local-1');
  t.is(table.code, 0, table.output);
  t.regex(table.output, /1 questions of the last 30 days: of 1 the right ticket is known/);
  t.regex(table.output, /right ticket among five +1 +1/);
  await service.stop();
  const json = await backtest('--model', 'local-1', '--json', '--require-no-worse');
  t.is(json.code, 0, json.output);
  t.like(JSON.parse(json.stdout), {
    collection_id: collection,
    questions: 1,
    before: { name: 'local-2, in use', found: 1 },
    after: { name: 'local-1', found: 1 },
  });
  const again = await backtest('--golden', golden, '--json', '--require-no-worse');
  t.is(again.code, 0, again.output);
  t.like(JSON.parse(again.stdout), { confirmed: 1, after: { found: 1 } });
  writeFileSync(golden, `${JSON.stringify({ question: query, ticket_id: 'gone' })}\n`);
  t.is((await backtest('--golden', golden, '--require-no-worse')).code, 1);
  writeFileSync(golden, '{"question": 1}\n');
  const wrong = await backtest('--golden', golden);
  t.is(wrong.code, 1);
  t.regex(wrong.output, /line 1: question must be a string/);
  for (const args of [['--days', '0'], ['--questions', '2001'], ['--threshold', 'x'], ['--unknown']])
    t.is((await backtest(...args)).code, 2, args.join(' '));
});
