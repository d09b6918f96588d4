import { randomUUID } from 'node:crypto';
import type { ExecutionContext, TestFn } from 'ava';
import type { RateLimiter } from '../../src/ports/rate-limiter.ts';

/** The promises of a limiter that admits three requests a minute and address. */
export const rateLimiterContract = (
  test: TestFn,
  name: string,
  open: (t: ExecutionContext, limit: number) => RateLimiter | Promise<RateLimiter>,
): void => {
  test(`${name}: requests of an address are admitted up to the limit, with the number left and the time to the reset`, async (t) => {
    const limiter = await open(t, 3);
    const address = randomUUID();
    const standings = [];
    for (let request = 0; request < 5; request += 1) standings.push(await limiter.admit(address));
    t.deepEqual(
      standings.map(({ admitted, limit, remaining }) => [admitted, limit, remaining]),
      [
        [true, 3, 2],
        [true, 3, 1],
        [true, 3, 0],
        [false, 3, 0],
        [false, 3, 0],
      ],
    );
    for (const { resetSeconds } of standings) t.true(resetSeconds >= 1 && resetSeconds <= 60);
  });

  test(`${name}: addresses are counted separately`, async (t) => {
    const limiter = await open(t, 1);
    t.true((await limiter.admit(randomUUID())).admitted);
    t.true((await limiter.admit(randomUUID())).admitted);
  });

  test(`${name}: simultaneous requests are counted each`, async (t) => {
    const limiter = await open(t, 10);
    const address = randomUUID();
    const standings = await Promise.all(Array.from({ length: 30 }, () => limiter.admit(address)));
    t.is(standings.filter(({ admitted }) => admitted).length, 10);
  });
};
