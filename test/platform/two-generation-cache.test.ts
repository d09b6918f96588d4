import test from 'ava';
import { twoGenerationCache } from '../../src/platform/two-generation-cache.ts';

test('results in use are computed once, others are forgotten', (t) => {
  const computed: string[] = [];
  const read = twoGenerationCache(2, (key: string) => {
    computed.push(key);
    return key.length;
  });
  t.is(read('used'), 4);
  for (let other = 0; other < 20; other += 1) {
    read(`other ${other}`);
    t.is(read('used'), 4);
  }
  t.is(computed.filter((key) => key === 'used').length, 1);
  read('other 0');
  t.is(computed.filter((key) => key === 'other 0').length, 2);
});
