import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import manifest from '../../package.json' with { type: 'json' };
import { recordsPath, recordTypes, writeClient } from '../../scripts/client/generate.ts';
import { openApi } from '../../src/http/openapi/document.ts';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

test('the types of the API’s records are those of the document, whose version is the package’s', async (t) => {
  t.is(readFileSync(recordsPath, 'utf8'), await recordTypes(), 'out of date: npm run build:client');
  t.is(openApi.info.version, manifest.version);
});

test('no record of the API has a second type in what uses them', (t) => {
  const fields = new Set(JSON.stringify(openApi.components.schemas).match(/(?<=")[a-z]+(?:_[a-z]+)+(?=":)/g));
  t.true(fields.has('ticket_id'));
  // A name with an underscore is one of JSON; what is declared ends with a semicolon or is read only.
  const declared = /readonly '?([a-z]+(?:_[a-z]+)+)'?\??:|^ +'?([a-z]+(?:_[a-z]+)+)'?\??: .*;$/gm;
  const files = globSync(['ui/**/*.ts', 'scripts/{client,demo,sync,upload}/**/*.ts']);
  const second = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(declared)].flatMap(([, readOnly, name = readOnly ?? '']) =>
      fields.has(name) ? [`${file}: ${name}`] : [],
    ),
  );
  t.deepEqual(second, [], `the types are in ${recordsPath}`);
});

type Result<Data> = Promise<{
  readonly data?: Data;
  readonly error?: unknown;
  readonly response?: { readonly status: number };
}>;
type Call<Data> = (options: object) => Result<Data>;

/** What the test uses of the generated client, which does not exist when the tests are compiled. */
type Generated = {
  readonly uploadTicketsByKey: Call<object>;
  readonly searchByKey: Call<{ readonly sources: readonly object[] }>;
  readonly listTicketsByKey: Call<{ readonly tickets: readonly { readonly ticket_id: string }[] }>;
};

test('a TypeScript client that is generated from the document compiles, uploads and searches', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-client-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  await writeClient(folder);
  const strictly = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--erasableSyntaxOnly',
  ];
  const forNode = ['--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom,dom.iterable'];
  const compiled = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', ...strictly, ...forNode, join(folder, 'index.ts')],
    { encoding: 'utf8' },
  );
  t.is(compiled.stdout, '');

  const { createClient } = (await import(join(folder, 'client/index.ts'))) as {
    createClient: (options: object) => object;
  };
  const api = (await import(join(folder, 'sdk.gen.ts'))) as Generated;
  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const client = createClient({ baseUrl: url, auth: () => user.key });
  const tickets = [goodTicket(1, 'печать чека'), goodTicket('two', 'доставка курьером'), goodTicket(1)];
  const uploaded = await api.uploadTicketsByKey({ client, query: { collection_id: collection }, body: { tickets } });
  t.deepEqual(uploaded.data, { processed: 2, skipped: 1, collection_ticket_count: 2 });

  const body = { collection_id: collection, query: 'не получается доставка', generate_answer: false };
  const found = await api.searchByKey({ client, body });
  t.deepEqual(found.data, (await call(url, 'POST /api/v1/search', { credential: user.key, body })).body as never);
  t.is(found.data?.sources.length, 2);
  const listed = await api.listTicketsByKey({
    client,
    path: { collection_id: collection },
    query: { text: 'доставка' },
  });
  t.deepEqual(
    listed.data?.tickets.map(({ ticket_id: id }) => id),
    ['two'],
  );
  const refused = await api.searchByKey({ client, body: { ...body, query: ' ' } });
  t.deepEqual(refused.error, { detail: 'query must have 1 to 10000 characters' });
  t.is(refused.response?.status, 400);
});
