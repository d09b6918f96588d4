import { type ModelHeader, readHeader, readModelPieces } from '../../src/sentence-encoder/model-file.ts';
import type { Layer } from '../../src/sentence-encoder/network.ts';
import { width } from '../../src/sentence-encoder/network.ts';
import type { Pieces } from '../../src/sentence-encoder/pieces.ts';
import { interleaved } from './write-model.ts';

/** What a file of a model holds, in plain arrays. */
export type FileNetwork = {
  readonly pieces: Pieces;
  readonly unknownScore: number;
  readonly layer: (name: string) => Layer;
  readonly vector: (name: string) => Float32Array;
  readonly vectorOf: (row: number) => Float32Array;
};

/** Codes in the order of `interleaved`, back in rows. */
const inRows = (codes: Int8Array, { inputs, outputs }: Pick<Layer, 'inputs' | 'outputs'>): Int8Array => {
  // Where each code goes is found by sending its number, in two halves, the same way.
  const numbers = Int32Array.from({ length: codes.length }, (_, at) => at);
  const bytes = [0, 7, 14, 21].map((shift) =>
    interleaved({ codes: Int8Array.from(numbers, (at) => (at >> shift) & 127), inputs, outputs, step: 1 }),
  );
  const rows = new Int8Array(codes.length);
  codes.forEach((code, at) => {
    const row = bytes.reduce((sum, part, half) => sum + ((part[at] ?? 0) << (7 * half)), 0);
    rows[row] = code;
  });
  return rows;
};

const block = 64;

/** Reads a file of a model without the kernel. */
export const readNetwork = (file: Uint8Array): FileNetwork => {
  const header: ModelHeader = readHeader(file);
  const bytesOf = ({ offset, length }: { readonly offset: number; readonly length: number }) =>
    // A copy: what is a Buffer would be sliced in place.
    Uint8Array.from(file.subarray(offset, offset + length));
  const section = (of: ModelHeader['vectors'], name: string) => {
    const found = of[name];
    if (!found) throw new RangeError(`the file has no ${name}`);
    return bytesOf(found).buffer;
  };
  const nibbles = bytesOf(header.nibbles);
  const scales = new Uint16Array(bytesOf(header.scales).buffer);
  return {
    pieces: readModelPieces(file, header),
    unknownScore: header.unknownScore,
    layer: (name) => {
      const { inputs = 0, outputs = 0, step = 0 } = header.layers[name] ?? {};
      const codes = inRows(new Int8Array(section(header.layers, name)), { inputs, outputs });
      return { codes, inputs, outputs, step };
    },
    vector: (name) => new Float32Array(section(header.vectors, name)),
    vectorOf: (row) =>
      Float32Array.from({ length: width }, (_, at) => {
        const number = (row * width + at - (at % block)) / block;
        const byte = nibbles[(number * block) / 2 + (at % (block / 2))] ?? 0;
        const code = at % block < block / 2 ? byte & 15 : byte >> 4;
        return upperHalves(scales, number * 2) + upperHalves(scales, number * 2 + 1) * code;
      }),
  };
};

const number = new DataView(new ArrayBuffer(4));

const upperHalves = (halves: Uint16Array, at: number): number => {
  number.setUint32(0, (halves[at] ?? 0) << 16);
  return number.getFloat32(0);
};
