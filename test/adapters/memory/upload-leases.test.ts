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

test('an upload of a process that was here before is dead at once: nobody else holds the folder', async (t) => {
  t.deepEqual(await memoryUploadLeases().expired(['before']), ['before']);
});

const url = process.env['MONGODB_URL'];
if (url) {
  uploadLeasesContract(test, 'mongodb', (t) => {
    const { now, pass } = clock();
    return { leases: mongoUploadLeases(freshMongo(t, url), { now, time: () => new Date() }), pass };
  });
}
