import test, { type ExecutionContext } from 'ava';
import express from 'express';
import { NotAuthenticated } from '../../src/domain/errors.ts';
import { collectionHandlers } from '../../src/http/collections.ts';
import { errorHandler } from '../../src/http/errors.ts';
import { listSender, rowsOfPage } from '../../src/http/json-list.ts';
import { listTurns } from '../../src/http/list-turns.ts';
import { at, uuidOf } from '../support/indexed-tickets.ts';
import { startHttp } from '../support/small-servers.ts';

/** A list of some hundreds of collections for a session or key that ends once so many pages are read; what is logged of it. */
const listEndingAfter = async (t: ExecutionContext, pages: number) => {
  let read = 0;
  const row = { id: uuidOf('collection'), userId: uuidOf('user'), name: 'Касса', createdAt: at, ticketCount: 0 };
  const pageOfUser = () => {
    read += 1;
    return Promise.resolve(Array.from({ length: read < 3 ? rowsOfPage : 1 }, () => row));
  };
  const requireIdentity = () => (read < pages ? Promise.resolve() : Promise.reject(new NotAuthenticated()));
  const app = express();
  app.use((_request, response, next) => {
    Object.assign(response.locals, { account: { id: row.userId }, requireIdentity });
    next();
  });
  const parts = { collections: { pageOfUser }, inTurns: listTurns(), sendList: listSender() };
  app.get('/', collectionHandlers(parts as never).listCollections);
  const logged: unknown[] = [];
  app.use(errorHandler((_id, error) => logged.push(error)));
  const answer = await fetch(`http://127.0.0.1:${await startHttp(t, app)}`);
  return { answer, logged, read: () => read };
};

test('a long list that has waited is not sent to a session or key that has ended', async (t) => {
  const { answer, read } = await listEndingAfter(t, 1);
  t.is(answer.status, 401);
  t.notRegex(await answer.text(), /Касса/);
  t.is(read(), 1);
});

test('a long list breaks off once its session or key has ended, which is no failure', async (t) => {
  const { answer, logged } = await listEndingAfter(t, 2);
  t.is(answer.status, 200);
  await t.throwsAsync(answer.text());
  t.deepEqual(logged, []);
});
