import type { Layer, Vectors } from '../../src/sentence-encoder/network.ts';
import { bytesOf, fieldsOf } from './protobuf.ts';

type Tensor = { readonly name: string; readonly dims: readonly number[]; readonly raw: Buffer };

const tensorOf = (bytes: Buffer): Tensor => {
  const dims: number[] = [];
  let name = '';
  let raw = Buffer.alloc(0);
  const packed: Buffer[] = [];
  for (const { number, value } of fieldsOf(bytes)) {
    if (number === 1 && typeof value === 'number') dims.push(value);
    else if (number === 8 && typeof value !== 'number') name = value.toString();
    else if (number === 9 && typeof value !== 'number') raw = Buffer.from(value);
    // Numbers of a tensor that are not raw: float32, or integers as varints.
    else if (number === 4 && typeof value !== 'number') packed.push(value);
    else if (number === 5 && typeof value !== 'number') packed.push(smallIntegers(value));
  }
  return { name, dims, raw: raw.length > 0 ? raw : Buffer.concat(packed) };
};

/** The bytes of packed varints below 256. */
const smallIntegers = (bytes: Buffer): Buffer => {
  const values: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes.readUInt8(at);
    if (byte < 128) values.push(byte);
    else values.push((byte & 127) | (bytes.readUInt8((at += 1)) << 7));
  }
  return Buffer.from(values);
};

const floatsOf = (raw: Buffer): Float32Array => new Float32Array(new Uint8Array(raw).buffer);

/** The tables of pieces' vectors, piece by piece in turn. */
const tables = 17;
const inputs = 'Func/StatefulPartitionedCall/input/';
const encoder = 'StatefulPartitionedCall/EncoderDNN/';

/** The model of SentencePiece that the first node has as an attribute. */
const tokenizerOf = (graph: Buffer): Buffer => {
  for (const node of bytesOf(graph, 1)) {
    for (const attribute of bytesOf(node, 5)) {
      if (bytesOf(attribute, 1)[0]?.toString() === 'model') return bytesOf(attribute, 4)[0] ?? Buffer.alloc(0);
    }
  }
  throw new Error('the model has no tokenizer');
};

/** What the network consists of: the bytes of its tokenizer, the 8-bit vectors of the pieces by their number, layers and vectors by names. */
export type OnnxModel = {
  readonly tokenizer: Buffer;
  readonly vectorOf: (piece: number) => Float32Array;
  readonly layer: (name: string) => Layer;
  readonly vector: Vectors;
};

/** Finds a tensor by its name; throws if there is none. */
type Tensors = (name: string) => Tensor;

const stepOf = (tensor: Tensors, name: string): number => floatsOf(tensor(`${name}_scale`).raw)[0] ?? Number.NaN;

/** The vectors of pieces, which are dealt out to the tables in turn. */
const vectorsOf = (tensor: Tensors): OnnxModel['vectorOf'] => {
  const all = Array.from({ length: tables }, (_, number) => {
    const name = `${inputs}_${number + 1}:0`;
    const { raw, dims } = tensor(`${name}_quantized`);
    return { raw, width: dims[1] ?? 0, step: stepOf(tensor, name), zero: tensor(`${name}_zero_point`).raw[0] ?? 0 };
  });
  return (piece) => {
    const table = all[piece % tables];
    if (!table) throw new RangeError(`there is no piece ${piece}`);
    const from = Math.floor(piece / tables) * table.width;
    return Float32Array.from(table.raw.subarray(from, from + table.width), (code) => (code - table.zero) * table.step);
  };
};

/** Reads the quantised model as `onnxruntime.quantization` writes it. Throws if something that is asked for is not there. */
export const readOnnxModel = (bytes: Buffer): OnnxModel => {
  const graph = bytesOf(bytes, 7)[0] ?? Buffer.alloc(0);
  const byName = new Map(
    bytesOf(graph, 5)
      .map((part) => tensorOf(part))
      .map((tensor) => [tensor.name, tensor]),
  );
  const tensor: Tensors = (name) => {
    const found = byName.get(name);
    if (!found) throw new Error(`the model has no tensor ${name}`);
    return found;
  };
  return {
    tokenizer: tokenizerOf(graph),
    vectorOf: vectorsOf(tensor),
    layer: (short) => {
      const name = `${encoder}${short}:0`;
      const { raw, dims } = tensor(`${name}_quantized`);
      if ((tensor(`${name}_zero_point`).raw[0] ?? 0) !== 0) throw new Error(`${name} is not symmetric`);
      return { codes: new Int8Array(raw), inputs: dims[0] ?? 0, outputs: dims[1] ?? 0, step: stepOf(tensor, name) };
    },
    vector: (name) => floatsOf(tensor(`${encoder}${name}:0`).raw),
  };
};
