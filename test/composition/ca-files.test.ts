import test from 'ava';
import { requireCaFiles } from '../../src/composition/server-checks.ts';

test('a file of certificate authorities that cannot be read ends the start with the variable', (t) => {
  const urls = { eventStore: undefined, mongodb: undefined, elasticsearch: undefined, redis: undefined };
  for (const [name, variable] of Object.entries({ eventStore: 'EVENTSTORE_URL', redis: 'REDIS_URL' })) {
    const url = 'rediss://:hush-hush@localhost?tlsCAFile=/nowhere/ca.pem';
    t.throws(() => requireCaFiles({ servers: { ...urls, [name]: url } }), {
      message: `${variable}: the file of tlsCAFile cannot be read (ENOENT)`,
    });
  }
  t.notThrows(() => requireCaFiles({ servers: { ...urls, redis: 'rediss://localhost?tlsCAFile=package.json' } }));
  const elasticsearch = 'https://a?tlsCAFile=package.json,https://b';
  t.notThrows(() => requireCaFiles({ servers: { ...urls, elasticsearch } }));
});
