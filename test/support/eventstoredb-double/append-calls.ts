import {
  Metadata,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  status,
} from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  DeleteReq,
  DeleteResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { batchAnswer } from './batch-answer.ts';
import type { Faults } from './faults.ts';
import { type Decision, type EventLog, type Expectation, maxAppendBytes, type Proposed } from './log.ts';
import { idOf, nameOf } from './messages.ts';

/** Appends and deletions. */
export const appendCalls = (log: EventLog, faults: Faults) => {
  /** Appends with injected faults; `lost`: the connection was lost. */
  const append = async (
    stream: string,
    expected: Expectation,
    events: readonly Proposed[],
  ): Promise<Decision | 'lost'> => {
    await faults.enter();
    try {
      if (faults.strikes('before append')) return 'lost';
      const decision = log.append(stream, expected, events);
      return faults.strikes('after append') ? 'lost' : decision;
    } finally {
      faults.leave();
    }
  };

  return {
    append: (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) => {
      const events: Proposed[] = [];
      let stream = '';
      let expected: Expectation = 'any';
      call.on('error', () => undefined);
      call.on('data', (request: AppendReq) => {
        const options = request.getOptions();
        if (options) {
          stream = nameOf(options.getStreamIdentifier());
          expected = options.hasRevision() ? Number(options.getRevision()) : named(options);
        }
        const message = request.getProposedMessage();
        if (message) events.push(proposed(message));
      });
      call.on('end', () => {
        void append(stream, expected, events).then((decision) => {
          if (decision === 'lost') return;
          if (decision.kind === 'too large') answer(tooLarge());
          else answer(null, appended(decision));
        });
      });
    },
    batchAppend: (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => {
      const open = new Map<string, { stream: string; expected: Expectation; events: Proposed[] }>();
      call.on('error', () => undefined);
      call.on('end', () => call.end());
      call.on('data', (request: BatchAppendReq) => {
        const id = idOf(request.getCorrelationId());
        const options = request.getOptions();
        if (options) {
          const expected = options.hasStreamPosition() ? Number(options.getStreamPosition()) : named(options);
          open.set(id, { stream: nameOf(options.getStreamIdentifier()), expected, events: [] });
        }
        const batch = open.get(id);
        if (!batch) return;
        batch.events.push(...request.getProposedMessagesList().map(proposed));
        if (!request.getIsFinal()) return;
        open.delete(id);
        void append(batch.stream, batch.expected, batch.events).then((decision) => {
          if (decision !== 'lost') call.write(batchAnswer(id, batch.stream, decision));
        });
      });
    },
    delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, answer: sendUnaryData<DeleteResp>) => {
      const position = new streams.DeleteResp.Position();
      const place = String(log.erase(nameOf(call.request.getOptions()?.getStreamIdentifier())));
      position.setCommitPosition(place);
      position.setPreparePosition(place);
      const response = new streams.DeleteResp();
      response.setPosition(position);
      answer(null, response);
    },
  };
};

type Named = { readonly hasNoStream: () => boolean; readonly hasStreamExists: () => boolean };

const named = (options: Named): Expectation => {
  if (options.hasNoStream()) return 'no stream';
  return options.hasStreamExists() ? 'stream exists' : 'any';
};

const proposed = (message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): Proposed => ({
  id: idOf(message.getId()),
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

const appended = (decision: Exclude<Decision, { kind: 'too large' }>): AppendResp => {
  const response = new streams.AppendResp();
  if (decision.kind === 'wrong version') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (decision.current === undefined) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(decision.current));
    response.setWrongExpectedVersion(wrong);
    return response;
  }
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(decision.revision));
  if (decision.position === undefined) success.setNoPosition(new shared.Empty());
  else {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(decision.position));
    position.setPreparePosition(String(decision.position));
    success.setPosition(position);
  }
  response.setSuccess(success);
  return response;
};

/** Unary calls name their error in a trailer. */
const tooLarge = () => {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(maxAppendBytes));
  return { code: status.INVALID_ARGUMENT, details: `Maximum Append Size of ${maxAppendBytes} Exceeded.`, metadata };
};
