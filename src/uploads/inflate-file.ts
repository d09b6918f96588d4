import { InvalidInput } from '../domain/errors.ts';
import { inflatedWithin, type InflationLimit } from '../ticket-files/gzip.ts';
import { UnreadableFile } from '../ticket-files/ticket-item.ts';

/** The chunks of a sent file, inflated if it is gzip. Throws InvalidInput for a damaged one. */
export async function* inflateFile(chunks: AsyncIterable<Buffer>, limit: InflationLimit): AsyncGenerator<Buffer, void> {
  try {
    yield* inflatedWithin(chunks, limit);
  } catch (error) {
    throw error instanceof UnreadableFile ? new InvalidInput(error.sentence) : error;
  }
}
