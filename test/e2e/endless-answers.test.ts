import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { manyTickets, startScript } from '../support/upload-script.ts';

const mebibyte = 1024 * 1024;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Sends a body until the client has gone, or has taken so much that it has no limit. */
const endless =
  (status: number, headers: Readonly<Record<string, string>> = {}, chunk = 'x'.repeat(64 * 1024)): Answer =>
  (_request, response) => {
    response.writeHead(status, headers);
    let sent = 0;
    const write = () => {
      while (!response.destroyed && sent < 256 * mebibyte) {
        sent += chunk.length;
        if (!response.write(chunk)) break;
      }
      if (sent >= 256 * mebibyte) response.end();
    };
    response.on('drain', write);
    write();
  };

/** A command for users against a service that answers so. */
const against = async (t: ExecutionContext, answer: Answer) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(temporaryFolder(t), 'tickets.json');
  writeFileSync(file, JSON.stringify(manyTickets(10)));
  const given = { PRECEDENT_URL: url, PRECEDENT_API_KEY: 'a'.repeat(32) };
  const collection = ['--collection', randomUUID()];
  return {
    upload: (...args: readonly string[]) =>
      startScript('scripts/upload.ts', [file, ...collection, ...args], given).ended,
    export: () => startScript('scripts/export.ts', [...collection, '--output', `${file}.jsonl`], given).ended,
    demo: () => startScript('scripts/demo/demo.ts', ['--url', url]).ended,
  };
};

test('an answer without end is given up at its limit, and it is said why', async (t) => {
  const { upload } = await against(t, endless(200, { 'Content-Type': 'application/json' }));
  for (const args of [[], ['--preview']]) {
    const { status, output } = await upload(...args);
    t.is(status, 1, output);
    t.regex(output, /Ответ больше 16 МиБ, таких сервис Precedent не присылает; проверьте --url\n$/);
  }
});

test('of a refusal without end its status is told', async (t) => {
  const command = await against(t, endless(400));
  for (const run of [command.upload, command.export]) {
    const { status, output } = await run();
    t.is(status, 1, output);
    t.regex(output, /Сервис отказал \(400\): Ответ не похож на ответ сервиса Precedent/);
  }
});

test('an event of the progress without end is given up', async (t) => {
  const line = 'x'.repeat(64 * 1024);
  const { upload } = await against(t, (request, response) => {
    const { method, url = '' } = request;
    // Of the tickets nothing is answered: the command asks for the progress.
    if (method === 'POST') request.resume();
    else if (url.includes('/progress'))
      endless(200, { 'Content-Type': 'text/event-stream' }, `data: ${line}`)(request, response);
    else if (url.includes('?limit=')) response.end('{"uploads":[]}');
    else response.writeHead(404).end('{"detail":"Upload not found"}');
  });
  const { status, output } = await upload();
  t.is(status, 1, output);
  t.regex(output, /Ответ больше 1 МиБ/);
});

test('no redirect is followed, and nothing is decompressed that was not asked for', async (t) => {
  const bomb = gzipSync(Buffer.alloc(32 * mebibyte));
  const { upload, demo } = await against(t, (request, response) => {
    if (request.url === '/elsewhere') t.fail('The redirect was followed');
    if (request.method === 'GET') response.writeHead(302, { Location: '/elsewhere' }).end();
    else response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
  });
  const redirected = await upload();
  t.is(redirected.status, 1);
  t.regex(redirected.output, /Сервис отказал \(302\)/);
  // `fetch` decompresses: the limit counts what comes of it.
  const inflated = await demo();
  t.is(inflated.status, 1);
  t.regex(inflated.output, /POST \/api\/register answered with more than 16 MiB/);
});
