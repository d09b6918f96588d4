/** A matrix of 8-bit codes, row by row of its inputs; a weight is code × step. */
export type Layer = {
  readonly codes: Int8Array;
  readonly inputs: number;
  readonly outputs: number;
  readonly step: number;
};

/** A bias, or the factors or shifts of a norm, by name. */
export type Vectors = (name: string) => Float32Array;

/**
 * Numbers of pieces that a convolution sees at once, and the offset of the first of them relative to the one in
 * question.
 */
export const branches = [
  { order: 2, first: 0 },
  { order: 3, first: -1 },
  { order: 5, first: -2 },
] as const;

/** Dimensions of a piece's vector and of a text's. */
export const width = 512;
/** Dimensions in a branch. */
export const branchWidth = 256;
/** Dimensions of a text's vector after the principal components. */
export const reducedWidth = 320;

const branchLayers = ['projection', 'first', 'second'] as const;
/** Layers after the branches, in the order in which they are passed. */
export const lastLayers = [
  'dense',
  'hidden0',
  'hidden1',
  'skip1',
  'hidden2',
  'hidden3',
  'skip3',
  'components',
] as const;

/** Names of all matrices in the file of the model. */
export const layerNames: readonly string[] = [
  ...branches.flatMap(({ order }) => branchLayers.map((name) => `${name}${order}`)),
  ...lastLayers,
];

/** Names of all vectors in the file of the model: biases have the names of their layers. */
export const vectorNames: readonly string[] = [
  ...branches.flatMap(({ order }) => [...branchLayers, 'gamma', 'beta'].map((name) => `${name}${order}`)),
  'gamma',
  'beta',
  'dense',
];
