/** Whether the UTF-16 code is an ASCII or full-width digit. */
export const isDigit = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 0xff10 && code <= 0xff19);

/** Whether the UTF-16 code is an ASCII letter. */
export const isLatin = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Whether the UTF-16 code is a Cyrillic letter, Russian or another alphabet. */
export const isCyrillic = (code: number): boolean => code >= 0x400 && code <= 0x52f && (code < 0x482 || code > 0x489);

/** Whether the UTF-16 code is a Latin or Cyrillic letter. */
export const isLetter = (code: number): boolean => isLatin(code) || isCyrillic(code) || (code >= 0xc0 && code <= 0x24f);

/** Whether the UTF-16 code is white space inside a line. */
export const isBlank = (code: number): boolean =>
  code === 32 ||
  code === 9 ||
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000;

/** Whether the UTF-16 code is a capital letter, Latin or Russian. */
export const isCapital = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 0x400 && code <= 0x42f);
