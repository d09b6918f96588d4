export const mebibyte = 1024 * 1024;

type Limit = {
  readonly bytes: number;
  /** The error for a body that is longer. */
  readonly tooLarge: () => Error;
};

/**
 * Reads a body of an answer, which ends its stream: of `node:http` as it comes, of `fetch` as it is decompressed. A service that is broken or hostile may
 * send it without end, so that all commands read with a limit. Throws `tooLarge()`, and the errors of the connection.
 */
export const bodyText = async (body: AsyncIterable<Uint8Array>, { bytes, tooLarge }: Limit): Promise<string> => {
  // One buffer that grows: a list of chunks of one byte each would take a hundred times the limit.
  let held = Buffer.alloc(firstBytes);
  let length = 0;
  for await (const chunk of body) {
    const end = length + chunk.length;
    if (end > bytes) throw tooLarge();
    if (end > held.length) held = Buffer.concat([held], Math.max(end, 2 * held.length));
    held.set(chunk, length);
    length = end;
  }
  return new TextDecoder().decode(held.subarray(0, length));
};

const firstBytes = 16 * 1024;

/** The text of a refusal, which no service makes long; empty if it is, or if the connection breaks. */
export const refusalText = (body: AsyncIterable<Uint8Array>): Promise<string> =>
  bodyText(body, { bytes: maxRefusalBytes, tooLarge: () => new RangeError() }).catch(() => '');

const maxRefusalBytes = 64 * 1024;
