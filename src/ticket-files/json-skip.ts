import { type ElementSkip, jsonLimits } from './json-scan.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

export const elementSkip = (): ElementSkip => ({ depth: 0, objects: 0, inText: false, isEscaped: false });

/**
 * Passes over an element by its quotes and brackets alone; returns the index of the comma or bracket behind it, or the chunk's length where it goes
 * on. A bracket of one kind also closes what is left open of the other kind inside it.
 */
export const skipElement = (skip: ElementSkip, chunk: Buffer, from: number): number => {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0;
    if (skip.inText) readText(skip, byte);
    else if (byte === quote) skip.inText = true;
    else if (byte === 0x7b || byte === 0x5b) openLevel(skip, byte === 0x7b);
    else if (byte === comma && skip.depth === 0) return at;
    else if (byte === 0x5d && !closeLevel(skip, false)) return at;
    else if (byte === 0x7d) closeLevel(skip, true);
  }
  return chunk.length;
};

const readText = (skip: ElementSkip, byte: number): void => {
  if (skip.isEscaped) skip.isEscaped = false;
  else if (byte === backslash) skip.isEscaped = true;
  else if (byte === quote) skip.inText = false;
};

/** Of levels beyond the limit it is not known what they are. */
const isKnown = (depth: number): boolean => depth <= jsonLimits.depth;

const openLevel = (skip: ElementSkip, isObject: boolean): void => {
  skip.depth++;
  if (!isKnown(skip.depth)) return;
  if (isObject) skip.objects |= 1 << skip.depth;
  else skip.objects &= ~(1 << skip.depth);
};

/** Closes the innermost level of that kind with all inside it; false where the element has none. */
const closeLevel = (skip: ElementSkip, isObject: boolean): boolean => {
  for (let depth = skip.depth; depth > 0; depth--) {
    if (isKnown(depth) && ((skip.objects & (1 << depth)) !== 0) !== isObject) continue;
    skip.depth = depth - 1;
    return true;
  }
  return false;
};
