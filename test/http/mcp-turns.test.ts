import test, { type ExecutionContext } from 'ava';
import express from 'express';
import type { Turn } from '../../src/concurrency/abortable-limit.ts';
import { NotAuthenticated } from '../../src/domain/errors.ts';
import { largeReplies } from '../../src/http/large-replies.ts';
import type { InTurns } from '../../src/http/list-turns.ts';
import { mcpHandlers } from '../../src/http/mcp/handlers.ts';
import type { Tool } from '../../src/http/mcp/tools.ts';
import { startHttp } from '../support/small-servers.ts';

/** Asks handlers that have one tool; `locals` are those of the response. */
const asking = async (t: ExecutionContext, run: Tool['run'], inTurns: InTurns, locals = {}) => {
  const tool = { name: 'count', title: 'Count', description: '', schema: { type: 'object' as const }, run };
  const writeReply = largeReplies();
  const failed = (_id: string, error: unknown) => t.fail(String(error));
  const { mcp } = mcpHandlers({ tools: [tool], inTurns, writeReply, failed });
  const app = express();
  app.post('/', express.json(), (request, response) => {
    Object.assign(response.locals, { account: { id: 'a' } }, locals);
    return mcp(request, response);
  });
  const port = await startHttp(t, app);
  return async (method: string, params = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).text();
  };
};

test('every message of an assistant is worked on in a turn of its tenant; a tool takes turns itself', async (t) => {
  let turns = 0;
  const counted: Turn = (work) => {
    turns += 1;
    return work();
  };
  const inTurns: InTurns = (handler) => (request, response) => handler(request, response, counted, () => counted);
  const ask = await asking(t, () => Promise.resolve(`called after ${turns} turns`), inTurns);
  const clientInfo = { name: 'test', version: '1' };
  t.regex(await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }), /"precedent"/);
  t.is(turns, 1);
  t.regex(await ask('tools/list'), /"count"/);
  t.is(turns, 2);
  t.regex(await ask('tools/call', { name: 'count', arguments: {} }), /called after 2 turns/);
});

test('what a tool has found is not shown to a key that has ended meanwhile', async (t) => {
  const inTurns: InTurns = (handler) => (request, response) => handler(request, response, noTurn, () => noTurn);
  const noTurn: Turn = (work) => work();
  let hasEnded = false;
  const requireIdentity = () => (hasEnded ? Promise.reject(new NotAuthenticated()) : Promise.resolve());
  const run = () => {
    hasEnded = true;
    return Promise.resolve('the text of a ticket');
  };
  const ask = await asking(t, run, inTurns, { requireIdentity });
  t.regex(await ask('tools/list'), /"count"/);
  const answer = await ask('tools/call', { name: 'count', arguments: {} });
  t.regex(answer, /Not authenticated\. Tell the user/);
  t.notRegex(answer, /the text of a ticket/);
});

test('long tickets are told to two calls of a tenant at a time, until their replies are written', async (t) => {
  const noTurn: Turn = (work) => work();
  const inTurns: InTurns = (handler) => (request, response) => handler(request, response, noTurn, () => noTurn);
  const ticket = { solution: ['я'.repeat(60_000)] };
  let told = 0;
  const ask = await asking(
    t,
    (_given, { tell }) =>
      tell(() =>
        Promise.resolve({
          tickets: [ticket],
          text: () => {
            told += 1;
            return 'a ticket';
          },
        }),
      ),
    inTurns,
  );
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ask('tools/call', { name: 'count', arguments: {} })),
  );
  for (const answer of answers) t.regex(answer, /a ticket/);
  t.is(told, 5);
});
