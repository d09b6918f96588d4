import { randomUUID } from 'node:crypto';
import test from 'ava';
import { proveErasureRaces } from '../support/erasure-races.ts';
import { onServers, serverStoresOf, sizeInGate } from '../support/server-stores.ts';
import { startService } from '../support/service.ts';

if (onServers) {
  test.serial(
    'erasing beside updates, undos, corrections and withdrawals through two instances leaves what a replay finds too, and verify agrees',
    async (t) => {
      t.timeout(1_800_000);
      const stores = await serverStoresOf(randomUUID());
      const [one, other] = [await startService(stores), await startService(stores)];
      t.teardown(() => Promise.all([one.kill(), other.kill()]));
      await proveErasureRaces(t, {
        urls: [one.url, other.url],
        seconds: Number(process.env['RACE_SECONDS'] ?? 600),
        maxRounds: sizeInGate(60, 3),
        environment: { ...stores, DATA_DIR: one.folder },
      });
    },
  );
} else {
  test.skip('the races of erasures on servers run where TEST_STORES is servers', () => undefined);
}
