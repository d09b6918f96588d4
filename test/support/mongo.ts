import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { ExecutionContext } from 'ava';
import { openMongo } from '../../src/adapters/mongodb/connection.ts';

/** A connection to a database of a test's own, which is dropped when the test has ended. Two with the same name share it. */
export const freshMongo = (t: ExecutionContext, url: string, name = `test-${randomUUID()}`): Db => {
  const own = new URL(url);
  own.pathname = `/${name}`;
  const { db, close } = openMongo(own.href);
  t.teardown(async () => {
    await db.dropDatabase();
    await close();
  });
  return db;
};
