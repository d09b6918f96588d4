import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { followProgress } from '../support/follow-progress.ts';
import { startGateway } from '../support/gateway.ts';
import { formOf } from '../support/previews.ts';
import { ownServiceFor } from '../support/service.ts';
import { faultsByWord, gate } from '../support/web-faults.ts';

let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
const environment: Record<string, string> = {};
test.serial.before(async () => {
  gateway = await startGateway();
  Object.assign(environment, { GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding' });
});
const service = ownServiceFor({ before: test.serial.before, after: test.after }, environment);
test.after.always(() => gateway?.close());

type Upload = {
  readonly id: string;
  readonly state: string;
  readonly started_at: string;
  readonly finished_at: string;
  readonly outcomes: { readonly stored: number };
};

const opened = async (t: ExecutionContext) => {
  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const path = `/api/collections/${collection}`;
  const credential = user.token;
  const send = (ids: readonly number[], headers: Readonly<Record<string, string>> = {}) =>
    call(url, `POST ${path}/tickets`, {
      credential,
      headers,
      body: { tickets: ids.map((id) => goodTicket(id, id < 200 ? 'весы' : 'стеллаж')) },
    });
  const record = async (id: string) => (await call(url, `GET ${path}/uploads/${id}`, { credential })).body as Upload;
  const ended = async (id: string) => {
    const line = await followProgress(t, `${url}${path}/uploads/${id}/progress`, { credential });
    return (await line.until(({ name }) => name === 'outcome')).at(-1)?.data as unknown as Upload;
  };
  return { url, user, collection, path, credential, send, record, ended };
};

const async_ = { Prefer: 'respond-async' };
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test.serial(
  'an upload that prefers it is answered 202 with its record once that can be read, and goes on',
  async (t) => {
    const { send, record, ended, path } = await opened(t);
    const held = gate();
    gateway?.embeddings.always(held.behaviour);
    const answer = await send([1, 2], { ...async_, Prefer: 'wait=5, Respond-Async' });
    t.is(answer.status, 202);
    t.is(answer.headers.get('preference-applied'), 'respond-async');
    const { id } = answer.body as Upload;
    t.is(answer.headers.get('location'), `${path}/uploads/${id}`);
    t.like(answer.body, { state: 'running', surface: 'web' });
    t.like(await record(id), { state: 'running' });
    held.open();
    t.like(await ended(id), { state: 'finished', outcomes: { stored: 2 } });
  },
);

test.serial(
  'it goes on after its client has gone, as soon as its bytes have arrived; without the preference it ends',
  async (t) => {
    const { send, record, ended, url, path, credential } = await opened(t);
    const held = gate();
    gateway?.embeddings.always(held.behaviour);
    const leave = async (more: Readonly<Record<string, string>>) => {
      const id = randomUUID();
      const gone = new AbortController();
      const sent = fetch(`${url}${path}/tickets`, {
        ...{ method: 'POST', signal: gone.signal },
        headers: {
          Authorization: `Bearer ${credential}`,
          'Content-Type': 'application/json',
          'Upload-Id': id,
          ...more,
        },
        body: JSON.stringify({ tickets: [goodTicket(id)] }),
      });
      sent.catch(() => undefined);
      while ((await record(id)).state !== 'running') await setTimeout(20);
      gone.abort();
      return id;
    };
    const [goesOn, ends] = [await leave(async_), await leave({})];
    t.is((await ended(ends)).state, 'interrupted');
    t.is((await record(goesOn)).state, 'running');
    held.open();
    t.like(await ended(goesOn), { state: 'finished', outcomes: { stored: 1 } });
    t.is((await send([1])).status, 200, 'as before without the preference');
  },
);

test.serial(
  'a refusal before the start is an answer, one after it is in the record; a repeat is answered as before',
  async (t) => {
    const { send, ended, url, path, credential } = await opened(t);
    gateway?.embeddings.always(({ reply }) => reply());
    const headers = { ...async_, 'Upload-Id': randomUUID() };
    const first = await send([1, 2], headers);
    t.true([200, 202].includes(first.status));
    t.like(await ended(headers['Upload-Id']), { state: 'finished' });
    const repeat = await send([1, 2], headers);
    t.deepEqual([repeat.status, repeat.body], [200, { processed: 2, skipped: 0, collection_ticket_count: 2 }]);
    t.is((await send([3], headers)).status, 400);
    const refused = await call(url, `POST ${path}/tickets/upload`, {
      ...{ credential, headers: async_, body: formOf(JSON.stringify([{ ticket_id: true }]), 'a.json') },
    });
    const id = (refused.headers.get('location') ?? '').slice(-36);
    t.true([202, 400].includes(refused.status));
    t.like(await ended(id), { state: 'failed', detail: 'tickets[0].ticket_id must be an integer or a string' });
  },
);

test.serial(
  'an upload is stopped by its user: it says so, keeps what it stored, and the same id stores the rest',
  async (t) => {
    const { send, record, ended, url, path, credential, collection, user } = await opened(t);
    const held = gate();
    const faults = faultsByWord();
    faults.add('стеллаж', held.behaviour);
    gateway?.embeddings.always(faults.behaviour);
    const headers = { ...async_, 'Upload-Id': randomUUID() };
    const id = headers['Upload-Id'];
    const ids = range(400);
    const stop = (on = path, as = credential) => call(url, `POST ${on}/uploads/${id}/stop`, { credential: as });
    t.is((await stop()).status, 404);
    t.is((await send(ids, headers)).status, 202);
    const stored = async () => (await record(id)).outcomes.stored;
    while ((await stored()) < 200) await setTimeout(20);
    const stranger = await newUser(url);
    t.is((await stop(path, stranger.token)).status, 404);
    const asked = performance.now();
    const stopped = await stop();
    t.log(`stopped after ${Math.round(performance.now() - asked)} ms`);
    t.is(stopped.status, 200);
    t.like(stopped.body, { state: 'stopped', detail: null });
    const { outcomes } = stopped.body as { outcomes: { stored: number } };
    t.true(outcomes.stored > 0 && outcomes.stored < 1_000);
    await setTimeout(300);
    t.deepEqual(await record(id), stopped.body as Upload, 'nothing was stored after the answer');
    t.deepEqual((await stop(path.replace('/api/', '/api/v1/'), user.key)).body, stopped.body, 'again changes nothing');
    held.open();
    await setTimeout(1_100);
    const again = await send(ids, { 'Upload-Id': id });
    t.deepEqual(again.body, { processed: 400, skipped: 0, collection_ticket_count: 400 });
    const resumed = await ended(id);
    t.like(resumed, { state: 'finished', outcomes: { stored: 400 } });
    t.true(Date.parse(resumed.started_at) > Date.parse((stopped.body as Upload).finished_at), 'its own time');
    t.like((await stop()).body, { state: 'finished' });
    await call(url, `DELETE /api/collections/${collection}`, { credential });
    t.is((await stop()).status, 404);
  },
);

test.serial('the request of a client that waits is answered when its upload is stopped', async (t) => {
  const { send, url, path, credential, record } = await opened(t);
  const held = gate();
  gateway?.embeddings.always(held.behaviour);
  const id = randomUUID();
  const waiting = send([1], { 'Upload-Id': id });
  while ((await record(id)).state !== 'running') await setTimeout(20);
  await call(url, `POST ${path}/uploads/${id}/stop`, { credential });
  const { status, body } = await waiting;
  t.deepEqual([status, body], [409, { detail: 'The upload was stopped; sending it again stores the rest' }]);
  t.like(await record(id), { state: 'stopped' });
  held.open();
});
