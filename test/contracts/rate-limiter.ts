import { randomUUID } from 'node:crypto';
import type { ExecutionContext, TestFn } from 'ava';
import type { RateLimit, RateLimiter } from '../../src/ports/rate-limiter.ts';

/** The promises of a limiter; those that `open` makes count in the same place, by their names. */
export const rateLimiterContract = (
  test: TestFn,
  name: string,
  open: (t: ExecutionContext, limit: RateLimit) => RateLimiter | Promise<RateLimiter>,
): void => {
  const aMinute = (requests: number): RateLimit => ({ name: 'rate', requests, windowSeconds: 60 });

  test(`${name}: requests of an address are admitted up to the limit, with the number left and the time to the reset`, async (t) => {
    const limiter = await open(t, aMinute(3));
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
    const limiter = await open(t, aMinute(1));
    t.true((await limiter.admit(randomUUID())).admitted);
    t.true((await limiter.admit(randomUUID())).admitted);
  });

  test(`${name}: several requests are counted at once`, async (t) => {
    const limiter = await open(t, aMinute(10));
    const address = randomUUID();
    t.like(await limiter.admit(address, 7), { admitted: true, remaining: 3 });
    t.like(await limiter.admit(address, 3), { admitted: true, remaining: 0 });
    t.false((await limiter.admit(address)).admitted);
    t.false((await limiter.admit(randomUUID(), 11)).admitted);
  });

  test(`${name}: simultaneous requests are counted each`, async (t) => {
    const limiter = await open(t, aMinute(10));
    const address = randomUUID();
    const standings = await Promise.all(Array.from({ length: 30 }, () => limiter.admit(address)));
    t.is(standings.filter(({ admitted }) => admitted).length, 10);
  });

  test(`${name}: limits of other names count by themselves, each in its own window`, async (t) => {
    const address = randomUUID();
    const requests = await open(t, aMinute(1));
    const registrations = await open(t, { name: 'registrations', requests: 2, windowSeconds: 3_600 });
    t.like(await requests.admit(address), { admitted: true, remaining: 0 });
    t.like(await registrations.admit(address), { admitted: true, remaining: 1 });
    const { resetSeconds } = await registrations.admit(address);
    t.true(resetSeconds > 3_500 && resetSeconds <= 3_600);
    t.false((await registrations.admit(address)).admitted);
    t.like(await requests.admit(address), { admitted: false, limit: 1 });
  });
};
