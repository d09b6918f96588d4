const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const letters = Array.from(new TextDecoder('windows-1251').decode(bytes));
const byteOf = new Map(letters.map((letter, byte) => [letter, byte]));

/** A text's bytes in Windows-1251; a character that it lacks becomes `?`. */
export const windows1251 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (letter) => byteOf.get(letter) ?? 0x3f));
