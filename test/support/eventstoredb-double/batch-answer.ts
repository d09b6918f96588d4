import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type Decision, maxAppendBytes } from './log.ts';
import { identifierOf, uuidOf } from './messages.ts';

/** The response to an append of the call for many; errors are packed into an `Any`. */
export const batchAnswer = (id: string, stream: string, decision: Decision): BatchAppendResp => {
  const response = new streams.BatchAppendResp();
  response.setCorrelationId(uuidOf(id));
  response.setStreamIdentifier(identifierOf(stream));
  if (decision.kind === 'written') response.setSuccess(successOf(decision));
  else response.setError(refusalOf(stream, decision));
  return response;
};

/** Refusals that neither write nor reject an append, by the message that the server gives them. */
export type NamedRefusal = 'AccessDenied' | 'Timeout' | 'Server Is Not Ready';

const detailsOf = {
  AccessDenied: 'event_store.client.AccessDenied',
  Timeout: 'event_store.client.Timeout',
  'Server Is Not Ready': 'google.protobuf.Empty',
} as const satisfies Record<NamedRefusal, string>;

/** The response to an append that is refused. When its time is over the server sends its id back as two numbers. */
export const refusalAnswer = (id: string, name: NamedRefusal): BatchAppendResp => {
  const details = new anyPb.Any();
  details.pack(new Uint8Array(), detailsOf[name]);
  const status = new statusPb.Status();
  status.setMessage(name);
  status.setDetails(details);
  const response = new streams.BatchAppendResp();
  response.setCorrelationId(name === 'Timeout' ? structuredOf(id) : uuidOf(id));
  response.setError(status);
  return response;
};

const structuredOf = (id: string): shared.UUID => {
  const digits = id.replaceAll('-', '');
  const structured = new shared.UUID.Structured();
  structured.setMostSignificantBits(String(BigInt.asIntN(64, BigInt(`0x${digits.slice(0, 16)}`))));
  structured.setLeastSignificantBits(String(BigInt.asIntN(64, BigInt(`0x${digits.slice(16)}`))));
  const uuid = new shared.UUID();
  uuid.setStructured(structured);
  return uuid;
};

const successOf = ({ revision, position }: Decision & { kind: 'written' }) => {
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision(String(revision));
  if (position === undefined) {
    success.setNoPosition(new emptyPb.Empty());
    return success;
  }
  const commitPosition = new shared.AllStreamPosition();
  commitPosition.setCommitPosition(String(position));
  commitPosition.setPreparePosition(String(position));
  success.setPosition(commitPosition);
  return success;
};

const refusalOf = (stream: string, decision: Exclude<Decision, { kind: 'written' }>) => {
  const details = new anyPb.Any();
  if (decision.kind === 'too large') {
    const tooLarge = new shared.MaximumAppendSizeExceeded();
    tooLarge.setMaxappendsize(maxAppendBytes);
    details.pack(tooLarge.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  } else if (decision.kind === 'deleted') {
    const deleted = new shared.StreamDeleted();
    deleted.setStreamIdentifier(identifierOf(stream));
    details.pack(deleted.serializeBinary(), 'event_store.client.StreamDeleted');
  } else {
    const wrong = new shared.WrongExpectedVersion();
    if (decision.current === undefined) wrong.setCurrentNoStream(new emptyPb.Empty());
    else wrong.setCurrentStreamRevision(String(decision.current));
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  }
  const status = new statusPb.Status();
  status.setDetails(details);
  return status;
};
