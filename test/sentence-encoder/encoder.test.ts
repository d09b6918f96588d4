import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import { plainEncoding, type Network } from '../../scripts/model/plain-encoder.ts';
import { readNetwork } from '../../scripts/model/file-network.ts';
import { sentenceEncoder } from '../../src/sentence-encoder/encoder.ts';
import { modelPath } from '../../src/sentence-encoder/model-file.ts';
import { tokenizer } from '../../src/sentence-encoder/tokenizer.ts';
import { sentences } from './sentences.ts';

const encode = sentenceEncoder();

const lengthOf = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

/** Layers are asked for often, and unpacked once. */
const plainNetwork = () => {
  const file = readNetwork(readFileSync(modelPath));
  const layers = new Map<string, ReturnType<Network['layer']>>();
  const layer = (name: string) => {
    const found = layers.get(name) ?? file.layer(name);
    layers.set(name, found);
    return found;
  };
  return { ...file, layer };
};

test('the kernel agrees with the network in plain words', (t) => {
  const network = plainNetwork();
  const tokenize = tokenizer(network.pieces, network.unknownScore);
  const first = network.pieces.texts.length;
  for (const text of sentences) {
    const rows = [first + 1, ...tokenize(text).map((piece) => (piece < 0 ? first : piece)), first + 2];
    const plain = plainEncoding(rows.map(network.vectorOf), network);
    const { whole, reduced } = encode(text);
    whole.forEach((value, at) => t.true(Math.abs(value - (plain[at] ?? Number.NaN)) < 1e-4, text));
    const { codes, inputs, outputs, step } = network.layer('components');
    const components = Float32Array.from({ length: outputs }, (_, output) => {
      let sum = 0;
      for (let input = 0; input < inputs; input += 1) {
        sum += (plain[input] ?? 0) * step * (codes[input * outputs + output] ?? 0);
      }
      return sum;
    });
    const length = lengthOf(components);
    reduced.forEach((value, at) => t.true(Math.abs(value - (components[at] ?? Number.NaN) / length) < 1e-4, text));
  }
});

test('every machine computes these bits', (t) => {
  const hash = createHash('sha256');
  for (const text of sentences) {
    const { whole, reduced } = encode(text);
    hash.update(new Uint8Array(whole.buffer)).update(new Uint8Array(reduced.buffer));
  }
  t.is(hash.digest('hex').slice(0, 16), '46eb8fafa31a8985');
});

test('a vector does not depend on what was encoded before, however little is remembered', (t) => {
  const forgetful = sentenceEncoder({ maxPieces: 64, maxCachedPieces: 64 });
  for (let round = 0; round < 2; round += 1) {
    for (const text of sentences) t.deepEqual(forgetful(text), encode(text));
  }
});

test('any text gets finite unit vectors', (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.lorem()), (text) => {
      const { whole, reduced } = encode(text);
      t.true([whole, reduced].every((vector) => Math.abs(lengthOf(vector) - 1) < 1e-5));
    }),
  );
});

test('texts in which nothing is known have one vector, which is near no other', (t) => {
  const nothing = encode('');
  for (const text of [' \n\t', '漢字', '😀']) t.deepEqual(encode(text), nothing);
  for (const text of sentences.slice(0, 4)) {
    const { reduced } = encode(text);
    t.true(Math.abs(reduced.reduce((sum, value, at) => sum + value * (nothing.reduced[at] ?? 0), 0)) < 0.15);
  }
});

test('a text is read up to its 1 022nd piece, whatever its length', (t) => {
  const start = 'не работает '.repeat(1_100);
  t.deepEqual(encode(`${start}принтер`), encode(`${start}${'x'.repeat(1_000_000)}`));
  t.notDeepEqual(encode('не работает принтер'), encode('не работает'));
});

test('what means the same in other words is nearer than other things in the same words', (t) => {
  const cosine = (one: string, other: string): number => {
    const [a, b] = [encode(one).reduced, encode(other).reduced];
    return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  };
  const phone = 'телефон не заряжается';
  t.true(cosine(phone, 'аккумулятор мобильника не берёт заряд') > cosine(phone, 'телефон не отвечает в офисе'));
  t.true(cosine('where is my parcel', 'где моя посылка') > cosine('where is my parcel', 'where is my manager'));
});
