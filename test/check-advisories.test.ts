import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { runFile } from './support/run-file.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** A registry that knows one advisory of express; `severity` is undefined for one without advisories. */
const startRegistry = async (t: ExecutionContext, severity: string | undefined): Promise<string> => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (severity === undefined || request.url !== '/-/npm/v1/security/advisories/bulk') {
        response.writeHead(405).end();
        return;
      }
      asked.push(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString()));
      const advisory = { id: 1, url: 'https://example.com/1', title: 'Bad', severity, vulnerable_versions: '<999' };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ express: [advisory] }));
    });
  }).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

/** With a cache of its own: npm keeps what it is told of an advisory. */
const checkWith = (t: ExecutionContext, registry: string) => {
  const environment = { npm_config_registry: registry, npm_config_cache: temporaryFolder(t) };
  return runFile('scripts/check-advisories.ts', { environment });
};

test('a high advisory of a package that the service runs with fails the check', async (t) => {
  const { code, output } = await checkWith(t, await startRegistry(t, 'high'));
  t.regex(output, /^high: express: Bad \(https:\/\/example\.com\/1\)\nAdvisories: 1, of which 1 are high or critical/m);
  t.is(code, 1);
});

test('a low one is only said', async (t) => {
  const { code, output } = await checkWith(t, await startRegistry(t, 'low'));
  t.regex(output, /^low: express: Bad \(https:\/\/example\.com\/1\)\nAdvisories: 1, of which 0 are/m);
  t.is(code, 0);
});

test('without a registry that answers the check says that it was not made, and does not fail', async (t) => {
  for (const registry of [await startRegistry(t, undefined), 'http://127.0.0.1:1/']) {
    const { code, output } = await checkWith(t, registry);
    t.is(output, 'Advisories: not asked for, no npm registry answers with them\n');
    t.is(code, 0);
  }
});
