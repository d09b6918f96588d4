import { alignment, headStart, magic, type ModelHeader } from '../../src/sentence-encoder/model-file.ts';
import type { Layer } from '../../src/sentence-encoder/network.ts';
import type { PackedVectors } from './pack-vectors.ts';

/** What a file of a model holds. Vectors are those of the pieces in their order, and three more: unknown, start and end. */
export type ModelParts = {
  readonly pieces: readonly { readonly text: string; readonly score: number }[];
  readonly unknownScore: number;
  readonly packed: PackedVectors;
  readonly layers: Readonly<Record<string, Layer>>;
  readonly vectors: Readonly<Record<string, Float32Array>>;
};

/** Outputs of a layer that the kernel computes together. */
const group = 4;

/** Codes as the kernel reads them: for every four outputs all inputs in pairs. */
export const interleaved = ({ codes, inputs, outputs }: Layer): Int8Array => {
  const ordered = new Int8Array(codes.length);
  let at = 0;
  for (let first = 0; first < outputs; first += group) {
    for (let input = 0; input < inputs; input += 2) {
      for (let output = first; output < first + group; output += 1) {
        for (const one of [input, input + 1]) {
          ordered[at] = codes[one * outputs + output] ?? 0;
          at += 1;
        }
      }
    }
  }
  return ordered;
};

/** The largest code of 16 bits with which no sum of an output overflows 32 bits. */
const limitOf = (layers: readonly Layer[]): number => {
  let most = 0;
  for (const { codes, outputs } of layers) {
    const sums = new Float64Array(outputs);
    codes.forEach((code, at) => (sums[at % outputs] = (sums[at % outputs] ?? 0) + Math.abs(code)));
    most = Math.max(most, ...sums);
  }
  return Math.min(32_767, Math.floor((2 ** 31 - 1) / most));
};

const aligned = (length: number): number => Math.ceil(length / alignment) * alignment;

/** Collects sections and gives them their offsets behind a head whose length is not known yet. */
const sections = () => {
  const parts: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  let end = 0;
  return {
    add: (data: NodeJS.TypedArray) => {
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      const offset = end;
      parts.push({ offset, bytes });
      end += aligned(bytes.length);
      return { offset, length: bytes.length };
    },
    parts: () => parts,
    length: () => end,
  };
};

/** Returns the bytes of a file of a model. */
export const writeModel = ({ pieces, unknownScore, packed, layers, vectors }: ModelParts): Buffer => {
  const { add, parts, length } = sections();
  const header = {
    pieces: add(Buffer.from(pieces.map(({ text }) => text).join('\n'))),
    scores: add(Float32Array.from(pieces, ({ score }) => score)),
    unknownScore,
    nibbles: add(packed.nibbles),
    scales: add(packed.scales),
    limit: limitOf(Object.values(layers)),
    layers: Object.fromEntries(
      Object.entries(layers).map(([name, layer]) => {
        const { inputs, outputs, step } = layer;
        return [name, { ...add(interleaved(layer)), inputs, outputs, step }];
      }),
    ),
    vectors: Object.fromEntries(Object.entries(vectors).map(([name, vector]) => [name, add(vector)])),
  } satisfies ModelHeader;
  // Offsets count from the start of the file, and the head, which holds them, precedes the sections: it gets room for
  // the longest numbers.
  const room = aligned(headStart + JSON.stringify(header).length + 1_024);
  const head = Buffer.from(JSON.stringify(moved(header, room)));
  const file = Buffer.alloc(room + length(), ' ');
  file.write(magic, 'latin1');
  file.writeUInt32LE(room - headStart, magic.length);
  head.copy(file, headStart);
  file.fill(0, room);
  for (const { offset, bytes } of parts()) file.set(bytes, room + offset);
  return file;
};

/** All offsets, moved by as many bytes. */
const moved = (header: ModelHeader, by: number): ModelHeader =>
  JSON.parse(JSON.stringify(header), (key, value: unknown) =>
    key === 'offset' && typeof value === 'number' ? value + by : value,
  ) as ModelHeader;
