import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { MongoError, MongoServerError } from 'mongodb';
import { mapErrors, openMongo } from '../../../src/adapters/mongodb/connection.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { startSmallMongo } from '../../support/small-servers.ts';
import { startLink } from '../../support/tcp-proxy.ts';

test('a request without an answer fails by time-out, without an address in the error', async (t) => {
  await t.throwsAsync(() => mapErrors(() => new Promise(() => undefined), 20), { instanceOf: Unavailable });
  const failing = () => Promise.reject(new MongoError('connection to 10.0.0.1 closed'));
  const error = await t.throwsAsync(() => mapErrors(failing), { instanceOf: Unavailable });
  t.false(error.message.includes('10.0.0.1'));
  const gone = () => Promise.reject(Object.assign(new Error('ended by the other party'), { code: 'EPIPE' }));
  await t.throwsAsync(() => mapErrors(gone), { instanceOf: Unavailable });
  t.is(await mapErrors(() => Promise.resolve(1)), 1);
});

for (const error of [
  { code: 14_031, message: 'available disk space of 0 bytes is less than required minimum of 524288000' },
  { code: 1, message: 'write error: No space left on device' },
  { code: 8_000, message: 'you are over your space quota, using 513 MB of 512 MB' },
]) {
  test(`a MongoDB without room is named: ${error.message}`, async (t) => {
    await t.throwsAsync(
      mapErrors(() => Promise.reject(new MongoServerError(error))),
      { instanceOf: Unavailable, message: 'MongoDB has no room: its disk or its quota is full' },
    );
  });
}

test('a MongoDB that is away when it is first used is used once it is there', async (t) => {
  const port = await startSmallMongo(t);
  const link = await startLink(t, port);
  link.cut();
  const { db, close } = openMongo(`mongodb://127.0.0.1:${link.port}/?serverSelectionTimeoutMS=200`);
  t.teardown(close);
  const read = () => mapErrors(() => db.collection('any').findOne());
  await t.throwsAsync(read, { instanceOf: Unavailable });
  await t.throwsAsync(read, { instanceOf: Unavailable });
  link.mend();
  for (const deadline = Date.now() + 20_000; ;) {
    try {
      t.is(await read(), null);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await setTimeout(20);
    }
  }
});
