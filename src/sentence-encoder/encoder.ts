import { modelBytes, readModelFile, readModelPieces } from './model-file.ts';
import { type ModelMemory, openModelMemory, type Sizes, slotBytes } from './model-memory.ts';
import { reducedWidth, width } from './network.ts';
import { tokenizer, unknownPiece, wordStart } from './tokenizer.ts';

/** Unit vectors of a text: whole, and reduced to its principal components. */
export type SentenceVectors = { readonly whole: Float32Array; readonly reduced: Float32Array };

/** Nine of ten pieces of many texts are among the last 4 096: 13 KB for each, taken as they come. */
export const defaultSizes: Sizes = { maxPieces: 1_024, maxCachedPieces: 4_096 };
/** Where there may be many encoders: half of that memory, at most 8 % slower (tickets of desks). */
export const smallSizes: Sizes = { ...defaultSizes, maxCachedPieces: 2_048 };

/** The vector of a text of which no piece is known: the axis that says least of the others. */
const fixedVector = (dimensions: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  vector[dimensions - 1] = 1;
  return vector;
};

/**
 * Returns the slots of rows in `memory`: those of the most recent rows are kept, and what is new is computed. No more than `maxCachedPieces` rows at once.
 */
const cachingEncoder = ({ kernel, model, slots, newRows, newSlots }: ModelMemory, maxCachedPieces: number) => {
  const known = new Map<number, number>();
  /** A free slot, or that of the row that was asked for longest ago. */
  const freeSlot = (): number => {
    if (known.size < maxCachedPieces) return slots + known.size * slotBytes;
    for (const [row, slot] of known) {
      known.delete(row);
      return slot;
    }
    return slots;
  };
  return (rows: readonly number[], into: Uint32Array): void => {
    // First those that are known, so that none of them is given away for a new one.
    for (const row of rows) {
      const slot = known.get(row);
      if (slot === undefined) continue;
      known.delete(row);
      known.set(row, slot);
    }
    let count = 0;
    for (const row of rows) {
      if (known.has(row)) continue;
      const slot = freeSlot();
      known.set(row, slot);
      newRows[count] = row;
      newSlots[count] = slot;
      count += 1;
    }
    if (count > 0) kernel.remember(model, newRows.byteOffset, newSlots.byteOffset, count);
    rows.forEach((row, at) => (into[at] = known.get(row) ?? 0));
  };
};

/** An encoder on a memory with a model. */
export const encoderOn = (memory: ModelMemory, { maxPieces, maxCachedPieces }: Sizes) => {
  const { kernel, header, file, model, rows, rowSlots, vector, components } = memory;
  const pieces = readModelPieces(file, header);
  const [unknown, start, end] = [0, 1, 2].map((index) => pieces.texts.length + index) as [number, number, number];
  const blank = pieces.texts.indexOf(wordStart);
  const tokenize = tokenizer(pieces, header.unknownScore);
  const remember = cachingEncoder(memory, maxCachedPieces);
  return (text: string): SentenceVectors => {
    const found = tokenize(text, maxPieces - 2);
    if (found.every((piece) => piece === unknownPiece || piece === blank)) {
      return { whole: fixedVector(width), reduced: fixedVector(reducedWidth) };
    }
    const all = [start, ...found.map((piece) => (piece === unknownPiece ? unknown : piece)), end];
    rows.set(all);
    remember(all, rowSlots);
    kernel.encode(model, rows.byteOffset, rowSlots.byteOffset, all.length, vector.byteOffset);
    return { whole: vector.slice(), reduced: components.slice() };
  };
};

/**
 * Opens the encoder of the model that ships with the service: a function from a text to its unit vectors, of the first 1 022 pieces, the same bits on every machine. A thread
 * needs one of its own. Throws ModelFileDamaged.
 */
export const sentenceEncoder = (sizes = defaultSizes): ((text: string) => SentenceVectors) =>
  encoderOn(
    openModelMemory(modelBytes(), (into) => readModelFile(into), sizes),
    sizes,
  );
