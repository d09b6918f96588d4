import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { type Erasure, filledCollection, provenErasure } from '../support/stored-tickets.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** So much has come of a body that a minute of silence is allowed (`slow-bodies.ts`). */
const tickets = Array.from({ length: 300 }, (_, index) => goodTicket(`поздний-${index}`, 'слово '.repeat(300)));

test('uploads whose bodies have not come a minute after an erasure was requested are refused, and can be sent again; one that comes meanwhile is stored', async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService({}, folder);
  t.teardown(service.kill);
  const { user, collection, ask } = await filledCollection(service.url);
  const begin = (to: string, type: string, body: Buffer) => {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': type, 'content-length': body.length };
    const path = `/api/collections/${collection}/tickets${to}`;
    const sent = request(`${service.url}${path}`, { method: 'POST', headers });
    const response = once(sent, 'response').then(async ([answer]) => {
      const { statusCode, headers: received } = answer as IncomingMessage;
      return { statusCode, code: received['error-code'], body: await text(answer as IncomingMessage) };
    });
    response.catch(() => undefined);
    sent.on('error', () => undefined).write(body.subarray(0, -10));
    return { response, finish: () => sent.end(body.subarray(-10)) };
  };
  const json = Buffer.from(JSON.stringify({ tickets }));
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n';
  // Its file has come, and only the end of the form has not.
  const form = Buffer.concat([Buffer.from(head), Buffer.from(JSON.stringify(tickets)), Buffer.from('\r\n--b--\r\n')]);
  const late = [begin('', 'application/json', json), begin('/upload', 'multipart/form-data; boundary=b', form)];
  const timely = begin('', 'application/json', Buffer.from(JSON.stringify({ tickets: [goodTicket('вовремя')] })));
  const spooled = () => readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith(user.id)).length;
  for (let tries = 0; tries < 200 && spooled() !== 3; tries += 1) await setTimeout(20);
  t.is(spooled(), 3);
  const requested = performance.now();
  const { id } = (await ask('POST /erasures', { body: { ticket_ids: ['1'] } })).body as Erasure;
  await setTimeout(10_000);
  timely.finish();
  t.is((await timely.response).statusCode, 200);
  const detail = 'Tickets of this account are being erased, and the body did not arrive within a minute; send it again';
  for (const { response } of late)
    t.deepEqual(await response, { statusCode: 408, code: 'request-timeout', body: JSON.stringify({ detail }) });
  const seconds = (performance.now() - requested) / 1_000;
  t.true(seconds >= 60 && seconds < 75, `${seconds} s`);
  t.is(spooled(), 0);
  t.is((await provenErasure(ask, id)).state, 'proven');
  const again = begin('', 'application/json', json);
  again.finish();
  const { statusCode, body } = await again.response;
  t.is(statusCode, 200);
  t.like(JSON.parse(body), { processed: tickets.length });
});
