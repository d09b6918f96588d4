import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pieces } from './pieces.ts';

/** The weights that ship with the service (models/README.md). */
export const modelPath = fileURLToPath(new URL('../../models/use-multilingual-3.bin', import.meta.url));

/** SHA-256 of the file. Vectors of another file cannot be compared with those of this one. */
export const modelHash = '03a75d7bb4a81a1dcfb98e5676dc184d48a221eec5a5183b655a41a2076ba6b1';

/** A section of the file; `offset` is from its start. */
type Section = { readonly offset: number; readonly length: number };

/** The JSON in the head of the file. Rows of the table of vectors are those of the pieces in their order, and three more: unknown, start and end. */
export type ModelHeader = {
  /** Pieces joined by line feeds, and their scores. */
  readonly pieces: Section;
  readonly scores: Section;
  readonly unknownScore: number;
  /** Codes of 4 bits, and the least value and the step of every 64 of them. */
  readonly nibbles: Section;
  readonly scales: Section;
  /** The largest code of 16 bits with which no sum of a layer overflows 32 bits. */
  readonly limit: number;
  readonly layers: Readonly<
    Record<string, Section & { readonly inputs: number; readonly outputs: number; readonly step: number }>
  >;
  readonly vectors: Readonly<Record<string, Section>>;
};

export const magic = 'USEM';
/** Bytes before the JSON: the magic and its length. */
export const headStart = 8;
/** All sections start at a multiple of it. */
export const alignment = 64;

/** Returns the head of a file of a model. Throws SyntaxError if it is none. */
export const readHeader = (file: Uint8Array): ModelHeader => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString('latin1', 0, magic.length) !== magic) throw new SyntaxError('no model of a sentence encoder');
  const end = headStart + bytes.readUInt32LE(magic.length);
  return JSON.parse(bytes.toString('utf8', headStart, end)) as ModelHeader;
};

/** Returns the pieces of a model in the order of their rows. */
export const readModelPieces = (file: Uint8Array, { pieces, scores }: ModelHeader): Pieces => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return {
    texts: bytes.toString('utf8', pieces.offset, pieces.offset + pieces.length).split('\n'),
    scores: new Float32Array(Uint8Array.from(file.subarray(scores.offset, scores.offset + scores.length)).buffer),
  };
};

/** A file of the service that is missing or not as it was shipped. The message is one line for the operator. */
export class ModelFileDamaged extends Error {}

/** Bytes of the file of the model. Throws ModelFileDamaged if it is missing. */
export const modelBytes = (path = modelPath): number => {
  try {
    return statSync(path).size;
  } catch (error) {
    throw new ModelFileDamaged(`${nameOf(path)} cannot be read: install the service again`, { cause: error });
  }
};

/** Reads the file of the model into as many bytes, so that it is in memory once. Throws ModelFileDamaged if its hash is another one. */
export const readModelFile = (into: Uint8Array, path = modelPath): void => {
  const file = openSync(path, 'r');
  try {
    for (let at = 0; at < into.length;) {
      const read = readSync(file, into, at, into.length - at, at);
      if (read === 0) break;
      at += read;
    }
  } finally {
    closeSync(file);
  }
  const hash = createHash('sha256').update(into).digest('hex');
  if (hash !== modelHash) throw new ModelFileDamaged(`${nameOf(path)} is damaged: install the service again`);
};

const nameOf = (path: string): string => `The model file models/${basename(path)}`;
