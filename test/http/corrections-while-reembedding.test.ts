import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { startGateway } from '../support/gateway.ts';
import { runFile } from '../support/run-file.ts';
import { onServers, serverStoresOf } from '../support/server-stores.ts';
import { startService } from '../support/service.ts';
import { type Details, filledCollection, withTag } from '../support/stored-tickets.ts';

const [count, writers] = [150, 4];
const [model, nextModel, nextDimensions] = ['test-embedding', 'test-next', 64];

/** A service with tickets, and on servers a second instance beside it, whose gateway gives no vectors of the new model before `onCorrected`. */
const open = async (t: ExecutionContext) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const stores = onServers ? await serverStoresOf(randomUUID()) : {};
  const environment = { ...stores, GATEWAY_URL: gateway.url, EMBEDDING_MODEL: model, CHAT_MODEL: 'test-chat' };
  const services = [await startService(environment)];
  if (onServers) services.push(await startService(environment));
  t.teardown(() => Promise.all(services.map(({ kill }) => kill())));
  const [{ url, folder } = { url: '', folder: '' }] = services;
  const tickets = Array.from({ length: count }, (_, index) => goodTicket(index, `случай ${index}`));
  const filled = await filledCollection(url, tickets);
  const { promise: corrected, resolve: onCorrected } = Promise.withResolvers<undefined>();
  gateway.embeddings.always(async ({ request, reply }) => {
    await pause(80);
    if (request.body.model === nextModel) await corrected;
    reply();
  });
  return {
    gateway,
    onCorrected,
    urls: services.map((service) => service.url),
    environment: { ...environment, DATA_DIR: folder },
    filled,
  };
};

const problemOf = (writer: number, round: number) =>
  `Не печатает кассовый аппарат, писатель ${writer}, попытка ${round}`;

/** The texts that corrections have given a ticket. */
const problemsOf = async (url: string, path: string, { token, revision }: { token: string; revision: number }) => {
  const problems: string[] = [];
  for (let one = 2; one <= revision; one += 1) {
    const { body } = await call(url, `GET ${path}/history/${one}`, { credential: token });
    problems.push((body as Details).problem);
  }
  return problems;
};

test('tickets that are corrected while a model is exchanged, on any instance, keep every correction and are found by the vectors of the new one', async (t) => {
  const { gateway, onCorrected, urls, environment, filled } = await open(t);
  const { user, collection, count: counted } = filled;
  let isRunning = true;
  const during = () => gateway.embeddings.requests.some(({ body }) => body.model === nextModel);
  const seen = { before: 0, during: 0, conflicts: 0 };

  /** Two writers share a ticket: each reads it and sends its text with the revision that it read, until the exchange is over and a round after it. */
  const write = async (writer: number) => {
    const path = `/api/collections/${collection}/tickets/${writer >> 1}`;
    const credential = user.token;
    const accepted: string[] = [];
    for (let round = 0, isLast = false; !isLast; round += 1) {
      isLast = !isRunning;
      const url = urls[(writer + round) % urls.length] ?? '';
      const { revision } = (await call(url, `GET ${path}`, { credential })).body as Details;
      const problem = problemOf(writer, round);
      const sent = await call(url, `PUT ${path}`, { credential, body: { problem }, headers: withTag(revision) });
      if (sent.status === 412) seen.conflicts += 1;
      else {
        t.is(sent.status, 200, JSON.stringify(sent.body));
        accepted.push(problem);
        seen[during() ? 'during' : 'before'] += 1;
        if (seen.during > 4) onCorrected(undefined);
      }
    }
    return accepted;
  };
  const writing = Array.from({ length: writers }, (_, writer) => write(writer));
  const args = ['--model', nextModel, '--dimensions', String(nextDimensions)];
  const { code, output } = await runFile('scripts/reembed.ts', { args, environment });
  isRunning = false;
  const accepted = await Promise.all(writing);
  t.is(code, 0, output);
  t.regex(output, new RegExp(`${nextModel} with ${nextDimensions} dimensions is in use now`));
  t.true(seen.during > 4, JSON.stringify(seen));
  t.log(seen);

  for (let ticket = 0; ticket < writers / 2; ticket += 1) {
    const all = [accepted[2 * ticket] ?? [], accepted[2 * ticket + 1] ?? []].flat();
    for (const url of urls) {
      const path = `/api/collections/${collection}/tickets/${ticket}`;
      const shown = (await call(url, `GET ${path}`, { credential: user.token })).body as Details;
      t.is(shown.revision, all.length + 1, 'each correction that was accepted has a revision');
      const { token } = user;
      const problems = await problemsOf(url, path, { token, revision: shown.revision });
      t.deepEqual(problems.toSorted(), all.toSorted(), 'each was the text of the ticket once');
      const body = { collection_id: collection, query: shown.problem, generate_answer: false };
      const found = await call(url, 'POST /api/search', { credential: user.token, body });
      const [first] = (found.body as { sources: readonly { ticket_id: string; score: number; full_text: string }[] })
        .sources;
      t.is(first?.ticket_id, String(ticket));
      t.true(first?.full_text.includes(shown.problem) && first.score > 0.999, `${first?.score}`);
    }
  }
  t.is(gateway.embeddings.requests.at(-1)?.body.model, nextModel);
  t.is(await counted(), count);
  const verified = await runFile('scripts/verify.ts', { environment });
  t.is(verified.code, 0, verified.output);
});
