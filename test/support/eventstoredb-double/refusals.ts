import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { type Decision, type Expectation, maxAppendBytes } from './log.ts';

/** An error as calls of one response give it: it is named in a trailer. */
type Refusal = Pick<ServiceError, 'code' | 'details' | 'metadata'>;

const refusal = (code: status, details: string, trailers: Readonly<Record<string, string>>): Refusal => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
};

/** What the server answers to an append above its limit. */
export const tooLarge = (): Refusal =>
  refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxAppendBytes} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maxAppendBytes),
  });

/** What it answers to reads of a tombstoned stream, and to appends and deletions. */
export const streamDeleted = (stream: string): Refusal =>
  refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

const versions = { any: -2, 'no stream': -1, 'stream exists': -4 } as const;

/** What it answers to a deletion of a stream that is not at the expected revision, or, if it is softly, does not exist. */
export const wrongVersion = (
  stream: string,
  expected: Expectation,
  { current = -1 }: Extract<Decision, { kind: 'wrong version' }>,
): Refusal => {
  const wanted = typeof expected === 'number' ? expected : versions[expected];
  const versionsText = `Expected version: ${wanted}, Actual version: ${current}`;
  return refusal(
    status.FAILED_PRECONDITION,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, ${versionsText}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(wanted),
      'actual-version': String(current),
    },
  );
};
