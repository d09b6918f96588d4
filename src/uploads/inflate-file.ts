import { InvalidInput } from '../domain/errors.ts';
import { maxUploadBytes } from '../domain/limits.ts';
import { inflated } from '../ticket-files/gzip.ts';
import { UnreadableFile } from '../ticket-files/ticket-item.ts';

/** `onGzip` is called before the first bytes of a gzip file; `tooLarge` makes the error for one that inflates to more than a file may have. */
type Watch = { readonly onGzip: () => void; readonly tooLarge: () => Error };

/** The chunks of a sent file, inflated if it is gzip. Throws InvalidInput for a damaged one. */
export async function* inflateFile(
  chunks: AsyncIterable<Buffer>,
  { onGzip, tooLarge }: Watch,
): AsyncGenerator<Buffer, void> {
  let left = Infinity;
  const limit = () => {
    left = maxUploadBytes;
    onGzip();
  };
  try {
    for await (const chunk of inflated(chunks, limit)) {
      left -= chunk.length;
      if (left < 0) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? new InvalidInput(error.message) : error;
  }
}
