import test from 'ava';
import { Vocabulary } from '../../../src/personal-data/names/spellings.ts';

const text = 'заказы 12345 и 987654 оплачены';
const at = (vocabulary: Vocabulary, word: string, kind: 'word' | 'number') => {
  const start = text.indexOf(word);
  return vocabulary.at(text, start, start + word.length, kind);
};

test('what is known of words stands in shared buffers: uploads are full of words', (t) => {
  const vocabulary = new Vocabulary();
  const [one, other] = [at(vocabulary, 'заказы', 'word'), at(vocabulary, 'оплачены', 'word')];
  t.is(one.facts.values.buffer, other.facts.values.buffer);
  t.notDeepEqual(one.facts.values, other.facts.values);
  t.is(at(vocabulary, 'заказы', 'word'), one);
});

test('long numbers share all that is known of them', (t) => {
  const vocabulary = new Vocabulary();
  const [one, other] = [at(vocabulary, '12345', 'number'), at(vocabulary, '987654', 'number')];
  t.not(one, other);
  t.is(one.facts, other.facts);
});
