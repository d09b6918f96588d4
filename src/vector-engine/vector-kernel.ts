import { readFileSync } from 'node:fs';
import { type KernelMemory, scanPool, type ScanPool, type ScanSteps } from './scan-pool.ts';

/** The used part of https://webassembly.github.io/spec/js-api, which Node's types lack. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    readonly initial: number;
    readonly maximum: number;
    readonly shared: true;
  }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** The functions of vector-kernel.as. */
type Functions = ScanSteps & {
  readonly unpacked: (query: number, stride: number, size: number) => number;
  readonly pack: (...parameters: readonly number[]) => void;
  readonly rotate: (vector: number, signs: number, size: number) => void;
  readonly sketch: (...parameters: readonly number[]) => void;
};

/** Addresses of the memory, each a multiple of 64. Views of it end whenever memory is taken. */
export type VectorKernel = Functions & {
  readonly memory: KernelMemory;
  /** Allocates bytes without clearing them; undefined if there is no room in 4 GiB. */
  readonly take: (bytes: number) => number | undefined;
  /** Takes bytes for a while, of the rest that blocks leave. */
  readonly borrow: (bytes: number) => number;
  /** Frees memory from `take`. */
  readonly give: (address: number, bytes: number) => void;
  readonly bytes: (address: number, length: number) => Uint8Array;
  readonly floats: (address: number, length: number) => Float32Array;
  readonly numbers: (address: number, length: number) => Uint32Array;
  /** The signs of the rotation of vectors of up to `maxRotatedDimensions` dimensions. */
  readonly signs: number;
  /** Room for one rotated vector. */
  readonly vector: number;
  /** Room for as many bytes, which the next caller with that name overwrites. */
  readonly room: (
    name: 'rows' | 'packed rows' | 'direction' | 'found' | 'found by workers' | 'tasks' | 'other tasks',
    bytes: number,
  ) => number;
  /** Whose first rows the room of that name holds. */
  readonly copied: { block: object | undefined; count: number };
  /** Compares rows with a query, with the help of other threads. */
  readonly pool: ScanPool;
};

export const maxRotatedDimensions = 4096;

const pageBytes = 1 << 16;

/** What blocks may take of the 4 GiB that can be addressed. */
const maxBytes = 3.75 * 2 ** 30;

const module = new WebAssembly.Module(readFileSync(new URL('vector-kernel.wasm', import.meta.url)));

/** The inner loops of a search on a memory. */
export const kernelFunctions = (memory: KernelMemory): Functions =>
  new WebAssembly.Instance(module, { env: { memory } }).exports as Functions;

/** Opens the kernel of a search with its own growing memory. It is scanned by a pool of threads too: by default one for each further core. */
export const vectorKernel = (cores?: number): VectorKernel => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 << 16, shared: true });
  const functions = kernelFunctions(memory);
  const { borrow, ...allocation } = allocator(memory);
  const floats = (address: number, length: number) => new Float32Array(memory.buffer, address, length);
  const numbers = (address: number, length: number) => new Uint32Array(memory.buffer, address, length);
  const signs = borrow(3 * maxRotatedDimensions * 4);
  floats(signs, 3 * maxRotatedDimensions).set(rotationSigns());
  return {
    ...functions,
    ...allocation,
    copied: { block: undefined, count: 0 },
    memory,
    borrow,
    bytes: (address, length) => new Uint8Array(memory.buffer, address, length),
    floats,
    numbers,
    signs,
    vector: borrow(maxRotatedDimensions * 4),
    pool: scanPool({ memory, steps: functions, room: allocation.room, borrow, numbers }, cores),
  };
};

const allocator = (memory: KernelMemory): Pick<VectorKernel, 'take' | 'borrow' | 'give' | 'room'> => {
  const free = new Map<number, number[]>();
  const rooms = new Map<string, { readonly at: number; readonly bytes: number }>();
  let end = 0;
  const extend = (bytes: number): number => {
    const missing = Math.ceil((end + bytes - memory.buffer.byteLength) / pageBytes);
    if (missing > 0) memory.grow(missing);
    end += bytes;
    return end - bytes;
  };
  const reuse = (bytes: number): number | undefined => free.get(rounded(bytes))?.pop();
  return {
    take: (bytes) => reuse(bytes) ?? (end + bytes > maxBytes ? undefined : extend(rounded(bytes))),
    borrow: (bytes) => reuse(bytes) ?? extend(rounded(bytes)),
    give: (address, bytes) => {
      free.set(rounded(bytes), [...(free.get(rounded(bytes)) ?? []), address]);
    },
    room: (name, bytes) => {
      const known = rooms.get(name);
      if (known && known.bytes >= bytes) return known.at;
      const at = extend(rounded(bytes));
      rooms.set(name, { at, bytes });
      return at;
    },
  };
};

/** Whole lines of a processor's cache. */
const rounded = (bytes: number): number => Math.ceil(bytes / 64) * 64;

/** Signs of a xorshift generator (Marsaglia 2003), always the same, so that a search can be repeated. */
const rotationSigns = (): Float32Array => {
  let state = 2_463_534_242;
  return new Float32Array(3 * maxRotatedDimensions).map(() => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 20) & 1 ? 1 : -1;
  });
};
