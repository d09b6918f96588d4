import { encoderOn, defaultSizes } from '../../src/sentence-encoder/encoder.ts';
import { openModelMemory } from '../../src/sentence-encoder/model-memory.ts';
import {
  branches,
  layerNames,
  type Layer,
  reducedWidth,
  vectorNames,
  width,
} from '../../src/sentence-encoder/network.ts';
import { choosePieces, unknownScoreOf } from './choose-pieces.ts';
import { principalComponents } from './components.ts';
import { readOnnxModel, type OnnxModel } from './onnx-model.ts';
import { packVectors } from './pack-vectors.ts';
import { readPieces, special } from './sentence-piece-model.ts';
import { type ModelParts, writeModel } from './write-model.ts';

/** Names of the ONNX model by those of the file. */
const originalNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    branches.flatMap(({ order }) => {
      const branch = `CNN_layers/ngram_order_${order}`;
      return [
        [`projection${order}`, `${branch}/input_size_projection/dense`],
        [`first${order}`, `${branch}/Ngram-${order}-Conv`],
        [`second${order}`, `${branch}/Ngram-${order}-Conv_1`],
        [`gamma${order}`, `${branch}/LayerNorm/gamma`],
        [`beta${order}`, `${branch}/LayerNorm/beta`],
      ];
    }),
  ),
  gamma: 'CNN_layers/LayerNorm/gamma',
  beta: 'CNN_layers/LayerNorm/beta',
  dense: 'CNN_layers/dense',
  hidden0: 'DNN/ResidualHidden_0/dense',
  hidden1: 'DNN/ResidualHidden_1/dense',
  skip1: 'DNN/ResidualHidden_1/AdjustDepth/projection',
  hidden2: 'DNN/ResidualHidden_2/dense',
  hidden3: 'DNN/ResidualHidden_3/dense',
  skip3: 'DNN/ResidualHidden_3/AdjustDepth/projection',
};

const originalName = (name: string): string => {
  const original = originalNames[name];
  if (original === undefined) throw new RangeError(`the network has no ${name}`);
  return original;
};

/** The layers and vectors of the original model by the names of the file. */
export const originalNetwork = (model: OnnxModel) => ({
  layer: (name: string): Layer =>
    model.layer(`${originalName(name)}/${/^(first|second)/.test(name) ? 'weights' : 'kernel'}`),
  vector: (name: string): Float32Array =>
    model.vector(/^(gamma|beta)/.test(name) ? originalName(name) : `${originalName(name)}/bias`),
});

/** The directions as a layer: 8 bits a weight. */
const layerOf = (directions: readonly Float64Array[]): Layer => {
  const outputs = directions.length;
  const most = directions.reduce((largest, axis) => Math.max(largest, ...axis.map(Math.abs)), 0);
  const step = Math.fround(most / 127);
  const codes = new Int8Array(width * outputs);
  directions.forEach((axis, output) =>
    axis.forEach((value, input) => (codes[input * outputs + output] = Math.round(value / step))),
  );
  return { codes, inputs: width, outputs, step };
};

/** Any directions: what replaces them does not depend on them. */
const noComponents = layerOf(
  Array.from({ length: reducedWidth }, (_, at) => new Float64Array(width).fill(1, at, at + 1)),
);

const vectorsOf = (file: Buffer, texts: readonly string[]): readonly Float32Array[] => {
  const encode = encoderOn(
    openModelMemory(file.length, (into) => into.set(file), defaultSizes),
    defaultSizes,
  );
  return texts.map((text) => encode(text).whole);
};

/** Returns the bytes of the file from the bytes of the ONNX model, a wheel of wordfreq, and texts whose vectors tell the principal components. */
export const makeModel = async (onnx: Buffer, wordList: string, texts: readonly string[]): Promise<Buffer> => {
  const model = readOnnxModel(onnx);
  const original = originalNetwork(model);
  const all = readPieces(model.tokenizer);
  const pieces = await choosePieces(all, wordList);
  const numbers = [...pieces.map(({ number }) => number), special.unknown, special.start, special.end];
  const layers = Object.fromEntries(
    layerNames.map((name) => [name, name === 'components' ? noComponents : original.layer(name)]),
  );
  const parts: ModelParts = {
    pieces,
    unknownScore: unknownScoreOf(all),
    packed: packVectors(numbers.map(model.vectorOf), width),
    layers,
    vectors: Object.fromEntries(vectorNames.map((name) => [name, original.vector(name)])),
  };
  const components = principalComponents(vectorsOf(writeModel(parts), texts), reducedWidth);
  return writeModel({ ...parts, layers: { ...layers, components: layerOf(components) } });
};
