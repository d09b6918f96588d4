import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ava from 'ava';
import { installFromPyPi } from '../../scripts/pypi.ts';
import { openApi } from '../../src/http/openapi/document.ts';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(ava);

const installed = (): string | undefined => {
  try {
    return installFromPyPi('openapi-python-client', '0.29.1');
  } catch {
    return undefined;
  }
};
const commands = installed();
const testWithPython = commands === undefined ? ava.skip : ava;

const run = (command: string, options: readonly string[], given: { readonly cwd: string; readonly input?: string }) => {
  const environment = { ...process.env, PYTHONPATH: given.cwd, PATH: `${commands}:${process.env['PATH']}` };
  return spawnSync(join(commands ?? '', command), options, { ...given, env: environment, encoding: 'utf8' });
};

testWithPython('a Python client that is generated from the document uploads and searches (needs PyPI)', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-python-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi));
  // The generator knows no lines of JSON.
  writeFileSync(join(folder, 'config.json'), '{"content_type_overrides":{"application/x-ndjson":"text/plain"}}');
  const options = ['--path', 'openapi.json', '--config', 'config.json', '--meta', 'none'];
  const generated = run('openapi-python-client', ['generate', ...options, '--output-path', 'precedent_client'], {
    cwd: folder,
  });
  t.is(generated.status, 0, generated.stdout + generated.stderr);
  t.notRegex(generated.stdout + generated.stderr, /warning|error|omitted|not be generated/i);

  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const tickets = [goodTicket(1, 'печать чека'), goodTicket('two', 'доставка курьером'), goodTicket(1)];
  const query = 'не получается доставка';
  const script = [resolve('test/support/python-client.py'), url, user.key, query];
  const { stdout, stderr } = run('python', script, { cwd: folder, input: JSON.stringify(tickets) });
  t.is(stderr, '');
  const body = { collection_id: collection, query, generate_answer: false };
  const { sources } = (await call(url, 'POST /api/v1/search', { credential: user.key, body })).body as {
    sources: unknown;
  };
  t.deepEqual(JSON.parse(stdout), {
    uploaded: { processed: 2, skipped: 1, collection_ticket_count: 2 },
    sources,
    flagged: [null],
    refused: 'query must have 1 to 10000 characters',
  });
});
