import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { StoreDamaged, Unavailable } from '../../src/domain/errors.ts';
import { serveMcp } from '../../src/http/mcp/serve.ts';
import type { Tool } from '../../src/http/mcp/tools.ts';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { startGateway } from '../support/gateway.ts';
import { answering, late } from '../support/gateway-behaviours.ts';
import { callTool, connectMcp } from '../support/mcp.ts';
import { startService } from '../support/service.ts';

test('a failed gateway is an error of the tool, and a client that goes is none of the service', async (t) => {
  const gateway = await startGateway();
  const service = await startService({ GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'e5', LOG_LEVEL: 'info' });
  t.teardown(() => Promise.all([service.stop(), gateway.close()]));
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const body = { tickets: [goodTicket(1)] };
  await call(service.url, `POST /api/v1/tickets?collection_id=${collection}`, { credential: user.key, body });
  for (const version of ['newest', 'handshake'] as const) {
    const client = await connectMcp(service.url, user.key, version);
    const search = (query: string) => callTool(client, 'search_tickets', { collection_id: collection, query });
    gateway.embeddings.next(answering(400));
    const { text, isError } = await search(`отказ ${version}`);
    t.true(isError);
    t.regex(text, /^Embedding gateway [^\n]*\. Try again in a minute/);

    gateway.embeddings.next(late(1_000));
    const asked = gateway.embeddings.requests.length;
    const left = client
      .callTool({ name: 'search_tickets', arguments: { collection_id: collection, query: `ушёл ${version}` } })
      .catch((error: unknown) => error);
    while (gateway.embeddings.requests.length === asked) await setTimeout(10);
    await client.close();
    t.true((await left) instanceof Error);
    await service.printed(new RegExp(`(?:/mcp[^\\n]*"status":499[^]*){${version === 'newest' ? 1 : 2}}`));
  }
  await setTimeout(1_200);
  t.notRegex(service.output(), /unexpected error/);
  const again = await connectMcp(service.url, user.key);
  t.like(await callTool(again, 'search_tickets', { collection_id: collection, query: 'оплата' }), { isError: false });
  await again.close();
});

test('an error that is no refusal is logged, and its message is not sent', async (t) => {
  const failures: unknown[] = [];
  const answerOf = async (error: Error) => {
    const tool: Tool = {
      name: 'fail',
      title: 'Fail',
      description: '',
      schema: { type: 'object' },
      run: () => Promise.reject(error),
    };
    const response = await serveMcp({
      request: new Request('http://localhost/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      }),
      message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'fail', arguments: {} } },
      tools: [tool],
      call: {
        asker: {
          caller: { userId: '', scopes: [], collections: null },
          surface: 'api',
          isRecorded: false,
          waiter: { signal: new AbortController().signal },
        },
        turn: (work) => work(),
        tell: async (read) => (await read(false)).text(),
      },
      failed: (reported) => failures.push(reported),
    });
    return response.text();
  };
  const unexpected = new TypeError('mongodb://user:secret@host');
  const text = await answerOf(unexpected);
  t.regex(text, /Internal error\. Try again/);
  t.notRegex(text, /secret/);
  t.deepEqual(failures, [unexpected]);
  t.regex(await answerOf(new StoreDamaged('Tickets are damaged')), /Tickets are damaged\. Tell the user: an operator/);
  t.regex(await answerOf(new Unavailable('MongoDB did not answer')), /MongoDB did not answer\. Try again in a minute/);
  t.is(failures.length, 1);
});
