import { encoderOn, defaultSizes } from '../../src/sentence-encoder/encoder.ts';
import { openModelMemory } from '../../src/sentence-encoder/model-memory.ts';
import { tokenizer } from '../../src/sentence-encoder/tokenizer.ts';
import { readLines } from '../bench/labelled-lines.ts';
import { sorted, unknownScoreOf } from './choose-pieces.ts';
import { readNetwork } from './file-network.ts';
import { originalNetwork } from './make-model.ts';
import type { OnnxModel } from './onnx-model.ts';
import { type Network, plainEncoding, roundedToBytes } from './plain-encoder.ts';
import { type NumberedPiece, readPieces, special } from './sentence-piece-model.ts';

type Reference = { readonly text: string; readonly vector: Float32Array };

/** Reads lines of {text, vector: base64 of float32}. */
const readReference = (path: string): readonly Reference[] =>
  readLines<{ readonly text: string; readonly vector: string }>(path).map(({ text, vector }) => ({
    text,
    vector: new Float32Array(new Uint8Array(Buffer.from(vector, 'base64')).buffer),
  }));

const cosine = (one: ArrayLike<number>, other: Float32Array): number =>
  other.reduce((sum, value, at) => sum + value * (one[at] ?? 0), 0);

type Pieces = (text: string) => readonly Float32Array[];

/** All pieces with vectors of 8 bits, as the package has them. */
const unpruned = (model: OnnxModel): Pieces => {
  const pieces = sorted(readPieces(model.tokenizer));
  const tokenize = tokenizer(known(pieces), unknownScoreOf(pieces));
  const number = (piece: number) => pieces[piece]?.number ?? special.unknown;
  return (text) => [special.start, ...tokenize(text).map(number), special.end].map(model.vectorOf);
};

const known = (pieces: readonly NumberedPiece[]) => ({
  texts: pieces.map(({ text }) => text),
  scores: Float32Array.from(pieces, ({ score }) => score),
});

/** Layers are asked for often, and unpacked once. */
const once = <Value>(of: (name: string) => Value): ((name: string) => Value) => {
  const values = new Map<string, Value>();
  return (name) => {
    const value = values.get(name) ?? of(name);
    values.set(name, value);
    return value;
  };
};

/** The file's pieces and vectors. */
const pruned = (file: Buffer): Pieces => {
  const { pieces, unknownScore, vectorOf } = readNetwork(file);
  const tokenize = tokenizer(pieces, unknownScore);
  const last = pieces.texts.length;
  return (text) =>
    [last + special.start, ...tokenize(text).map((piece) => (piece < 0 ? last : piece)), last + special.end].map(
      vectorOf,
    );
};

/**
 * Prints how near vectors of three encoders are to those that ONNX Runtime computes from the package's model: the plain one with all pieces, the plain one
 * with the file, and the kernel. ONNX Runtime rounds what it multiplies to 8 bits, and so do the plain ones in the first column.
 */
export const compareWithReference = (path: string, model: OnnxModel, file: Buffer): void => {
  const references = readReference(path);
  const { layer, vector } = originalNetwork(model);
  const network: Network = { layer: once(layer), vector: once(vector) };
  const report = (name: string, of: (text: string) => ArrayLike<number>) => {
    const cosines = references.map((reference) => cosine(of(reference.text), reference.vector));
    const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
    console.log(`${name.padEnd(52)} ${mean.toFixed(5)} ${Math.min(...cosines).toFixed(4)}`);
  };
  console.log(`${references.length} texts`.padEnd(52), 'mean    least');
  for (const [name, pieces] of Object.entries({ 'all pieces, 8 bits': unpruned(model), 'the file': pruned(file) })) {
    report(`${name}, rounded as there`, (text) => plainEncoding(pieces(text), { ...network, rounded: roundedToBytes }));
    report(`${name}, not rounded`, (text) => plainEncoding(pieces(text), network));
  }
  const encode = encoderOn(
    openModelMemory(file.length, (into) => into.set(file), defaultSizes),
    defaultSizes,
  );
  report('the kernel', (text) => encode(text).whole);
};
