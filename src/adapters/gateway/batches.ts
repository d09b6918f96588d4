const batchTexts = 32;
const batchCharacters = 128_000;

/** Texts in requests that common gateways take: at most 32 texts and, unless one text alone has more, 128 000 characters. */
export const batches = (texts: readonly string[]): readonly (readonly string[])[] => {
  const all: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const last = all.at(-1);
    room -= text.length;
    if (last && room >= 0 && last.length < batchTexts) {
      last.push(text);
    } else {
      all.push([text]);
      room = batchCharacters - text.length;
    }
  }
  return all;
};
