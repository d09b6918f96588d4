import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, BatchAppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { type Proposed, type Recorded, tombstoneRevision } from './log.ts';

/** Position sent by servers before 22.6 in reads of one stream. */
const noPosition = '18446744073709551615';

/** 2^63 - 1, the revision of a tombstone. */
const maxRevision = '9223372036854775807';

const ticksPerMillisecond = 10_000n;

/** The name in a stream identifier. */
export const nameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

/** A stream identifier for a name. */
export const identifierOf = (name: string): StreamIdentifier => {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name, 'utf8'));
  return identifier;
};

/** The text of a UUID message; the client sends no structured ones. */
export const idOf = (id: UUID | undefined): string => id?.getString() ?? '';

/** A UUID message. */
export const uuidOf = (id: string): UUID => {
  const uuid = new shared.UUID();
  uuid.setString(id);
  return uuid;
};

/** The event that a client proposes. */
export const proposed = (message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): Proposed => ({
  id: idOf(message.getId()),
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

/** An event of a read or subscription. */
export const eventMessage = (record: Recorded, { withPosition }: { readonly withPosition: boolean }): ReadResp => {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  const position = withPosition ? String(record.position) : noPosition;
  event.setId(uuidOf(record.id));
  event.setStreamIdentifier(identifierOf(record.stream));
  event.setStreamRevision(record.revision === tombstoneRevision ? maxRevision : String(record.revision));
  event.setCommitPosition(position);
  event.setPreparePosition(position);
  event.getMetadataMap().set('type', record.type);
  event.getMetadataMap().set('content-type', record.contentType);
  event.getMetadataMap().set('created', String(BigInt(record.created) * ticksPerMillisecond));
  event.setCustomMetadata(record.metadata);
  event.setData(record.data);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(event);
  if (withPosition) read.setCommitPosition(position);
  else read.setNoPosition(new shared.Empty());
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
};

/** The other messages of a read. */
export const confirmationMessage = (id: string): ReadResp => {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  const response = new streams.ReadResp();
  response.setConfirmation(confirmation);
  return response;
};

export const checkpointMessage = (position: bigint): ReadResp => {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const response = new streams.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
};

export const caughtUpMessage = (): ReadResp => {
  const response = new streams.ReadResp();
  response.setCaughtUp(new streams.ReadResp.CaughtUp());
  return response;
};

export const notFoundMessage = (stream: string): ReadResp => {
  const notFound = new streams.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(identifierOf(stream));
  const response = new streams.ReadResp();
  response.setStreamNotFound(notFound);
  return response;
};
