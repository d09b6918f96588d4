const minus = 0;
const zero = 1;
const integer = 2;
const point = 3;
const fraction = 4;
const exponent = 5;
const sign = 6;
const power = 7;

/** How far a JSON number has been read; a small integer, because the scanner holds it for every digit of 50 MB. */
export type NumberState = number;

/** The state after a number's first byte (`-` or a digit). */
export const numberStart = (byte: number): NumberState => {
  if (byte === 0x2d) return minus;
  return byte === 0x30 ? zero : integer;
};

/** The state after one more byte, or -1 where the byte cannot belong to the number (RFC 8259, section 6). */
export const nextNumberState = (state: NumberState, byte: number): NumberState => {
  if (byte >= 0x30 && byte <= 0x39) return afterDigit(state, byte);
  if (byte === 0x2e) return state === zero || state === integer ? point : -1;
  if (byte === 0x65 || byte === 0x45) return state === zero || state === integer || state === fraction ? exponent : -1;
  if (byte === 0x2b || byte === 0x2d) return state === exponent ? sign : -1;
  return -1;
};

/** Whether a number may end here: `-`, `1.` and `1e` may not. */
export const isWholeNumber = (state: NumberState): boolean =>
  state === zero || state === integer || state === fraction || state === power;

const afterDigit = (state: NumberState, byte: number): NumberState => {
  if (state === minus) return byte === 0x30 ? zero : integer;
  if (state === zero) return -1;
  if (state === integer) return integer;
  return state === point || state === fraction ? fraction : power;
};
