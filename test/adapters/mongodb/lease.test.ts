import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { mongoLease } from '../../../src/adapters/mongodb/leases.ts';
import { mongoOperationRequests } from '../../../src/adapters/mongodb/operation-requests.ts';
import { leaseContract } from '../../contracts/lease.ts';
import { operationRequestsContract } from '../../contracts/operation-requests.ts';
import { freshMongo } from '../../support/mongo.ts';

const url = process.env['MONGODB_URL'];

if (url) {
  leaseContract(test, 'mongodb', (t, lifetime) => {
    const name = `test-${randomUUID()}`;
    const lease = () => mongoLease(freshMongo(t, url, name), randomUUID(), lifetime);
    return [lease(), lease(), lease()];
  });

  operationRequestsContract(test, 'mongodb', (t, lifetime) => {
    const name = `test-${randomUUID()}`;
    return [
      asProcess(t, url, { name, lifetime }),
      asProcess(t, url, { name, lifetime }),
      asProcess(t, url, { name, lifetime }),
    ];
  });
} else {
  test.skip('the suites of leases and requests in MongoDB run where MONGODB_URL is set', () => undefined);
}

const asProcess = (
  t: ExecutionContext,
  address: string,
  { name, lifetime }: { readonly name: string; readonly lifetime: number },
) => {
  let time = Date.parse('2026-01-02T03:04:05.000Z');
  const requests = mongoOperationRequests(freshMongo(t, address, name), {
    ...{ holder: randomUUID(), lifetime, newId: randomUUID, time: () => new Date(time) },
    failed: (error) => t.log(error),
  });
  t.teardown(requests.close);
  return {
    ...requests,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    die: requests.close,
  };
};
