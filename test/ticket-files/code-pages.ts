const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** A text's bytes in a code page; a character that it lacks becomes `?`. */
const inCodePage = (name: string): ((text: string) => Buffer) => {
  const letters = Array.from(new TextDecoder(name).decode(bytes));
  const byteOf = new Map(letters.map((letter, byte) => [letter, byte]));
  return (text) => Buffer.from(Array.from(text, (letter) => byteOf.get(letter) ?? 0x3f));
};

export const windows1251 = inCodePage('windows-1251');
export const cp866 = inCodePage('cp866');
