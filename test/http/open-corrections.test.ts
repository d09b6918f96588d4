import test from 'ava';
import type { Response } from 'express';
import { HttpRefusal } from '../../src/http/errors.ts';
import { openCorrections } from '../../src/http/event-stream.ts';

test('a user has ten corrections at a time, an address thirty, and another one when one has ended', (t) => {
  const open = openCorrections();
  const of = (id: string, ip: string) =>
    open({ locals: { account: { id } }, req: { ip }, set: () => undefined } as unknown as Response);
  const refused = (id: string, ip: string) => t.is(t.throws(() => of(id, ip), { instanceOf: HttpRefusal }).status, 429);
  const [first = () => undefined] = Array.from({ length: 10 }, () => of('a', '192.0.2.1'));
  refused('a', '192.0.2.2');
  for (const id of ['b', 'c']) for (let count = 0; count < 10; count += 1) of(id, '192.0.2.1');
  refused('d', '192.0.2.1');
  // What was refused counts for nobody.
  for (let count = 0; count < 10; count += 1) of('d', '192.0.2.2');
  first();
  of('a', '192.0.2.1');
  refused('b', '192.0.2.1');
});
