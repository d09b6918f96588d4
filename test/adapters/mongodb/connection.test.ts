import test from 'ava';
import { MongoError } from 'mongodb';
import { mapErrors } from '../../../src/adapters/mongodb/connection.ts';
import { Unavailable } from '../../../src/domain/errors.ts';

test('a request without an answer fails by time-out, without an address in the error', async (t) => {
  await t.throwsAsync(() => mapErrors(() => new Promise(() => undefined), 20), { instanceOf: Unavailable });
  const failing = () => Promise.reject(new MongoError('connection to 10.0.0.1 closed'));
  const error = await t.throwsAsync(() => mapErrors(failing), { instanceOf: Unavailable });
  t.false(error.message.includes('10.0.0.1'));
  const gone = () => Promise.reject(Object.assign(new Error('ended by the other party'), { code: 'EPIPE' }));
  await t.throwsAsync(() => mapErrors(gone), { instanceOf: Unavailable });
  t.is(await mapErrors(() => Promise.resolve(1)), 1);
});
