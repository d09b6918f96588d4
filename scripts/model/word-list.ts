import { gunzipSync } from 'node:zlib';
import { readFromWheel } from './wheel.ts';

/** Reads MessagePack as far as wordfreq uses it: arrays, short maps, strings and small numbers. */
const readMessagePack = (bytes: Buffer): unknown => {
  let at = 0;
  const number = (size: number): number => {
    at += size;
    return bytes.readUIntBE(at - size, size);
  };
  const text = (length: number): string => {
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  const list = (length: number): unknown[] => Array.from({ length }, () => value());
  const value = (): unknown => {
    const kind = number(1);
    if (kind < 0x80) return kind;
    if (kind < 0x90) return list(2 * (kind & 15));
    if (kind < 0xa0) return list(kind & 15);
    if (kind < 0xc0) return text(kind & 31);
    if (kind === 0xd9) return text(number(1));
    if (kind === 0xda) return text(number(2));
    if (kind === 0xdc) return list(number(2));
    if (kind === 0xdd) return list(number(4));
    throw new RangeError(`MessagePack of the kind ${kind} is not expected`);
  };
  return value();
};

/** 10^(−1/100): the words of a list stand by hundredths of the logarithm of their frequency. Only multiplied, so that every machine gets the same. */
const hundredth = 0.9772372209558107;

/** Calls `use` for every word of wordfreq's large list of a language with its frequency, the most frequent first. */
export const forEachWord = async (
  wheel: string,
  language: string,
  use: (word: string, frequency: number) => void,
): Promise<void> => {
  const list = gunzipSync(await readFromWheel(wheel, `wordfreq/data/large_${language}.msgpack.gz`));
  const [, ...groups] = readMessagePack(list) as readonly (readonly string[])[];
  let frequency = 1;
  for (const words of groups) {
    for (const word of words) use(word, frequency);
    frequency *= hundredth;
  }
};
