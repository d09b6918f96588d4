import test from 'ava';
import { PatternReader } from '../../../src/personal-data/names/patterns.ts';

test('a term stands for its text in brackets, within a name and outside', (t) => {
  const reader = new PatternReader({ sign: "',' | break", joint: '<sign> и' });
  t.deepEqual(
    reader.patterns('‹[any] <joint>› <joint>'),
    reader.patterns("‹[any] ((',' | break) и)› ((',' | break) и)"),
  );
});

test('a term is no place for agreement, and contains neither itself nor what does not exist', (t) => {
  const reader = new PatternReader({ same: 'any:C', a: '<b>', b: '<a>', lost: '<c>' });
  t.throws(() => reader.patterns('<same> [any]'), { message: /Agreement belongs into a pattern/ });
  t.throws(() => reader.test('<a>'), { message: /Terms that contain each other/ });
  t.throws(() => reader.test('<lost>'), { message: /Unknown term <c>/ });
});
