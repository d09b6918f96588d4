import { AccessDeniedError } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { NewEvent } from '../../domain/events.ts';
import type { Append, AppendOutcome } from '../../ports/event-store.ts';

/** The messages of one append are at most this large, unless one event is larger: a large append must not hold up the others for long. */
const maxMessageBytes = 256 * 1024;

/** An append is larger than the server accepts. */
export class AppendTooLarge extends Error {}

/** The messages of one append, of which the last is marked, and the bytes of their events. */
export type EncodedAppend = { readonly messages: readonly BatchAppendReq[]; readonly bytes: number };

/**
 * The messages of an append. They carry no deadline: the server compares it with its own clock, and refuses every append while the clocks differ. The
 * expected revision is explicit, so that the server answers a repeat with the position of the first write.
 */
export const encodeAppend = ({ stream, expected, events }: Append, correlation: number): EncodedAppend => {
  const messages = [messageOf(correlation)];
  messages[0]?.setOptions(optionsOf(stream, expected));
  let bytes = 0;
  let size = 0;
  for (const event of events) {
    const [proposed, eventBytes] = proposedOf(event);
    if (size > 0 && size + eventBytes > maxMessageBytes) {
      messages.push(messageOf(correlation));
      size = 0;
    }
    messages.at(-1)?.addProposedMessages(proposed);
    size += eventBytes;
    bytes += eventBytes;
  }
  messages.at(-1)?.setIsFinal(true);
  return { messages, bytes };
};

const messageOf = (correlation: number): BatchAppendReq => {
  const message = new streams.BatchAppendReq();
  message.setCorrelationId(uuidOf(`00000000-0000-4000-8000-${correlation.toString(16).padStart(12, '0')}`));
  return message;
};

const uuidOf = (text: string): UUID => {
  const uuid = new shared.UUID();
  uuid.setString(text);
  return uuid;
};

const optionsOf = (stream: string, expected: Append['expected']): BatchAppendReq.Options => {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(identifier);
  if (expected === 'no stream') options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(expected));
  return options;
};

const proposedOf = ({ id, type, data, metadata }: NewEvent): readonly [BatchAppendReq.ProposedMessage, number] => {
  const content = Buffer.from(JSON.stringify(data));
  const about = Buffer.from(JSON.stringify(metadata));
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.setId(uuidOf(id));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  message.setData(content);
  message.setCustomMetadata(about);
  return [message, content.length + about.length];
};

/** The number of the append that a response belongs to. The server sends ids back as text or, if it gives an append up, as two numbers. */
export const correlationOf = (response: BatchAppendResp): number => {
  const id = response.getCorrelationId();
  const low = id?.getStructured()?.getLeastSignificantBits();
  return low === undefined
    ? Number.parseInt(id?.getString().slice(-12) ?? '', 16)
    : Number(BigInt.asUintN(48, BigInt(low)));
};

/** The outcome of an append; an error if the server neither wrote nor rejected it, or if it was too large. */
export const answerOf = (response: BatchAppendResp): AppendOutcome | Error => {
  const success = response.getSuccess();
  // The server sends no position for a repeat whose events were erased meanwhile: there is nothing to wait for.
  if (success) return { outcome: 'appended', position: BigInt(success.getPosition()?.getCommitPosition() ?? 0) };
  const status = response.getError();
  return status ? refusalOf(status) : new Error('EventStoreDB answered an append with nothing');
};

const refusalOf = (status: Status): AppendOutcome | Error => {
  const details = status.getDetails();
  switch (details?.getTypeName()) {
    case 'event_store.client.WrongExpectedVersion':
    case 'event_store.client.StreamDeleted':
      return { outcome: 'conflict' };
    case 'event_store.client.MaximumAppendSizeExceeded': {
      const limit = shared.MaximumAppendSizeExceeded.deserializeBinary(details.getValue_asU8()).getMaxappendsize();
      return new AppendTooLarge(`An append is larger than EventStoreDB accepts (${limit} bytes)`);
    }
    case 'event_store.client.AccessDenied':
      return new AccessDeniedError();
    default:
      return new Error(`EventStoreDB refused an append: ${status.getMessage()}`);
  }
};
