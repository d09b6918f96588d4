/** A field of a message: its number and its value, a number (varint) or bytes. */
type Field = { readonly number: number; readonly value: number | Buffer };

/** Yields the fields of a message in Protocol Buffers, of which no schema is needed: ONNX and SentencePiece write their models so. Throws at any other bytes. */
export function* fieldsOf(bytes: Buffer): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const taken = (length: number): Buffer => {
    at += length;
    if (at > bytes.length) throw new RangeError('a field is longer than its message');
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const kind = tag % 8;
    if (kind === 0) yield { number, value: varint() };
    else if (kind === 1) yield { number, value: taken(8) };
    else if (kind === 2) yield { number, value: taken(varint()) };
    else if (kind === 5) yield { number, value: taken(4) };
    else throw new RangeError(`a field is of the unknown kind ${kind}`);
  }
}

/** Returns the bytes of all fields of a number. */
export const bytesOf = (bytes: Buffer, wanted: number): readonly Buffer[] => {
  const found: Buffer[] = [];
  for (const { number, value } of fieldsOf(bytes))
    if (number === wanted && typeof value !== 'number') found.push(value);
  return found;
};
