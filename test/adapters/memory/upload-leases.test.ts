import test from 'ava';
import { memoryUploadLeases } from '../../../src/adapters/memory/upload-leases.ts';
import { mongoUploadLeases } from '../../../src/adapters/mongodb/leases.ts';
import { uploadLeasesContract } from '../../contracts/upload-leases.ts';
import { freshMongo } from '../../support/mongo.ts';

const clock = () => {
  let now = 0;
  return { now: () => now, pass: (milliseconds: number) => void (now += milliseconds) };
};

uploadLeasesContract(test, 'memory', () => {
  const { now, pass } = clock();
  return { leases: memoryUploadLeases(now), pass };
});

test('the lease of an upload of a previous process is expired at once, since the folder has one process', async (t) => {
  t.deepEqual(await memoryUploadLeases().expired(['before']), ['before']);
});

const url = process.env['MONGODB_URL'];
if (url) {
  uploadLeasesContract(test, 'mongodb', (t) => {
    const { now, pass } = clock();
    return { leases: mongoUploadLeases(freshMongo(t, url), { now, time: () => new Date() }), pass };
  });
}
