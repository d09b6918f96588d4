import test from 'ava';
import { ownStreams } from '../../../src/adapters/eventstoredb/recorded-event.ts';
import { streamOf } from '../../../src/domain/streams.ts';

test('the subscription has every stream but that of the data key, which no read model needs', (t) => {
  const { dataKey, ...others } = streamOf;
  t.notRegex(dataKey, ownStreams);
  for (const name of Object.values(others)) t.regex(typeof name === 'string' ? name : name('a', 'b'), ownStreams);
});
