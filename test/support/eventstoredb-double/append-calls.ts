import type { sendUnaryData, ServerReadableStream, ServerUnaryCall } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { batchCalls } from './batch-calls.ts';
import type { Faults } from './faults.ts';
import type { Decision, EventLog, Expectation, Proposed } from './log.ts';
import { nameOf, proposed } from './messages.ts';
import { streamDeleted, tooLarge, wrongVersion } from './refusals.ts';

/** Appends and deletions. */
export const appendCalls = (log: EventLog, faults: Faults) => {
  const overtaken = randomOrder();
  /** Appends with injected faults; `lost`: the connection was lost. */
  const append = async (
    stream: string,
    expected: Expectation,
    events: readonly Proposed[],
  ): Promise<Decision | 'lost'> => {
    await overtaken();
    await faults.enter();
    try {
      if (faults.strikes('before append', events)) return 'lost';
      const decision = log.append(stream, expected, events);
      return faults.strikes('after append', events) ? 'lost' : decision;
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
          else if (decision.kind === 'deleted') answer(streamDeleted(stream));
          else answer(null, appended(decision));
        });
      });
    },
    batchAppend: batchCalls(append, faults.batch),
    delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, answer: sendUnaryData<DeleteResp>) => {
      const deletion = deletionOf(call.request.getOptions());
      const decision = log.erase(deletion.stream, deletion.expected, 'soft');
      answerDeletion(deletion, decision, { answer, response: new streams.DeleteResp() });
    },
    tombstone: (call: ServerUnaryCall<TombstoneReq, TombstoneResp>, answer: sendUnaryData<TombstoneResp>) => {
      const deletion = deletionOf(call.request.getOptions());
      const decision = log.erase(deletion.stream, deletion.expected, 'tombstone');
      if (!faults.strikes('after tombstone'))
        answerDeletion(deletion, decision, { answer, response: new streams.TombstoneResp() });
    },
  };
};

/** Lets calls that wait at the same time go on in random order: the server writes appends sent side by side in any order. */
const randomOrder = () => {
  let waiting: (() => void)[] = [];
  const goOn = () => {
    const calls = waiting.map((resolve) => ({ resolve, order: Math.random() }));
    waiting = [];
    for (const { resolve } of calls.toSorted((a, b) => a.order - b.order)) resolve();
  };
  return () =>
    new Promise<void>((resolve) => {
      if (waiting.length === 0) setImmediate(goOn);
      waiting.push(resolve);
    });
};

type Deletion = { readonly stream: string; readonly expected: Expectation };

const deletionOf = (options: DeleteReq.Options | TombstoneReq.Options | undefined): Deletion => ({
  stream: nameOf(options?.getStreamIdentifier()),
  expected: options?.hasRevision() ? Number(options.getRevision()) : options ? named(options) : 'any',
});

/** Calls back with the response to a deletion, filled in, or with the refusal. */
const answerDeletion = <Response extends DeleteResp | TombstoneResp>(
  { stream, expected }: Deletion,
  decision: Decision,
  { answer, response }: { readonly answer: sendUnaryData<Response>; readonly response: Response },
): void => {
  if (decision.kind === 'deleted') answer(streamDeleted(stream));
  else if (decision.kind === 'wrong version') answer(wrongVersion(stream, expected, decision));
  else {
    const position = new streams.DeleteResp.Position();
    const commitPosition = String(decision.kind === 'written' ? decision.position : 0);
    position.setCommitPosition(commitPosition);
    position.setPreparePosition(commitPosition);
    response.setPosition(position);
    answer(null, response);
  }
};

type Named = { readonly hasNoStream: () => boolean; readonly hasStreamExists: () => boolean };

const named = (options: Named): Expectation => {
  if (options.hasNoStream()) return 'no stream';
  return options.hasStreamExists() ? 'stream exists' : 'any';
};

const appended = (decision: Extract<Decision, { kind: 'written' | 'wrong version' }>): AppendResp => {
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
