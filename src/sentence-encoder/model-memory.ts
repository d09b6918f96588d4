import { readFileSync } from 'node:fs';
import { alignment, type ModelHeader, readHeader } from './model-file.ts';
import { branches, branchWidth, lastLayers, layerNames, reducedWidth, width } from './network.ts';

/** A memory that a kernel works in; views of its buffer stay, for it never grows. */
export type KernelMemory = { readonly buffer: ArrayBuffer };

/** The used part of https://webassembly.github.io/spec/js-api, which Node's types lack. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** The functions of encoder-kernel.as; all parameters are addresses, but for the last number of pieces. */
export type Kernel = {
  readonly remember: (model: number, rows: number, slots: number, count: number) => void;
  readonly encode: (model: number, rows: number, slots: number, count: number, out: number) => void;
};

const pageBytes = 1 << 16;
/** What is cached for a piece: projections and products of all branches, in float32. */
export const slotBytes = (branches.length + branches.reduce((sum, { order }) => sum + order, 0)) * branchWidth * 4;
const scratchBytes = 32_768;
/** Room before and after the codes of a text's pieces. */
const codeMargin = 64 + 10 * branchWidth * 2;

/** `maxPieces` of one text. */
export type Sizes = { readonly maxPieces: number; readonly maxCachedPieces: number };

/** Addresses in the memory of a kernel. */
export type ModelMemory = {
  readonly kernel: Kernel;
  readonly header: ModelHeader;
  readonly file: Uint8Array;
  readonly model: number;
  readonly slots: number;
  /** Lists of a text's rows and of their slots, and of those that are not cached yet. */
  readonly rows: Uint32Array;
  readonly rowSlots: Uint32Array;
  readonly newRows: Uint32Array;
  readonly newSlots: Uint32Array;
  /** The vector of a text, and its principal components. */
  readonly vector: Float32Array;
  readonly components: Float32Array;
};

/** Gives addresses one after the other, from the second page on: the first is the kernel's own. */
const addressAllocator = () => {
  let end = pageBytes;
  return {
    take: (bytes: number): number => {
      const at = end;
      end += Math.ceil(bytes / alignment) * alignment;
      return at;
    },
    pages: () => Math.ceil(end / pageBytes),
  };
};

const module = new WebAssembly.Module(readFileSync(new URL('encoder-kernel.wasm', import.meta.url)));

type Cell = number | { readonly float: number };

/** Returns a function that writes cells of 32 bits one after the other and returns the address of the first. */
const tableWriter = (memory: DataView, at: number): ((cells: readonly Cell[]) => number) => {
  let end = at;
  return (cells) => {
    const start = end;
    for (const cell of cells) {
      if (typeof cell === 'number') memory.setInt32(end, cell, true);
      else memory.setFloat32(end, cell.float, true);
      end += 4;
    }
    return start;
  };
};

type TableSources = { readonly header: ModelHeader; readonly file: number; readonly rooms: readonly number[] };

/** Writes the tables of encoder-kernel.as that say where things are; returns the address of that of the model. */
const writeTables = (write: (cells: readonly Cell[]) => number, { header, file, rooms }: TableSources): number => {
  const vector = (name: string): number => (header.vectors[name] ? file + header.vectors[name].offset : 0);
  const layers = new Map<string, number>();
  for (const name of layerNames) {
    const found = header.layers[name];
    if (!found) throw new SyntaxError(`the model has no layer ${name}`);
    const { offset, inputs, outputs, step } = found;
    layers.set(name, write([file + offset, vector(name), inputs, outputs, { float: step }]));
  }
  const layer = (name: string): number => layers.get(name) ?? 0;
  const branchTables = branches.map(({ order, first }) => {
    const norm = [vector(`gamma${order}`), vector(`beta${order}`)];
    const convolutions = [layer(`first${order}`), layer(`second${order}`)];
    return write([layer(`projection${order}`), ...norm, ...convolutions, order, first]);
  });
  const vectors = [header.nibbles.offset, header.scales.offset].map((offset) => file + offset);
  const norm = [vector('gamma'), vector('beta')];
  return write([...vectors, ...branchTables, ...norm, ...lastLayers.map(layer), { float: header.limit }, ...rooms]);
};

/**
 * Opens the kernel with its own memory for the model's file and the given sizes. Unused pages cost no memory.
 * `read` puts the file into the bytes that it is given a length for.
 */
export const openModelMemory = (
  fileLength: number,
  read: (into: Uint8Array) => void,
  { maxPieces, maxCachedPieces }: Sizes,
): ModelMemory => {
  const { take, pages } = addressAllocator();
  const file = take(fileLength);
  const tables = take(2_048);
  const [hiddenBytes, codeBytes] = [maxPieces * branchWidth * 4, codeMargin + maxPieces * branchWidth * 2];
  const rooms = [take(scratchBytes), take(branches.length * hiddenBytes), take(branches.length * codeBytes)];
  const lists = [take(maxPieces * 4), take(maxPieces * 4), take(maxPieces * 4), take(maxPieces * 4)] as const;
  const out = take((width + reducedWidth) * 4);
  const slots = take(maxCachedPieces * slotBytes);
  const memory = new WebAssembly.Memory({ initial: pages() });
  const bytes = new Uint8Array(memory.buffer, file, fileLength);
  read(bytes);
  const header = readHeader(bytes);
  const list = (at: number): Uint32Array => new Uint32Array(memory.buffer, at, maxPieces);
  return {
    kernel: new WebAssembly.Instance(module, { env: { memory } }).exports as Kernel,
    header,
    file: bytes,
    model: writeTables(tableWriter(new DataView(memory.buffer), tables), {
      header,
      file,
      rooms: [...rooms, hiddenBytes, codeBytes],
    }),
    slots,
    rows: list(lists[0]),
    rowSlots: list(lists[1]),
    newRows: list(lists[2]),
    newSlots: list(lists[3]),
    vector: new Float32Array(memory.buffer, out, width),
    components: new Float32Array(memory.buffer, out + width * 4, reducedWidth),
  };
};
