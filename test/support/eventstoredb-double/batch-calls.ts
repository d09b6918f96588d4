import { Metadata, type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { batchAnswer, type NamedRefusal, refusalAnswer } from './batch-answer.ts';
import { type Decision, type Expectation, maxAppendBytes, type Proposed } from './log.ts';
import { idOf, nameOf, proposed } from './messages.ts';

type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** Injects faults into the calls for many appends, and records what they have carried. */
export const batchFaults = () => {
  const calls = new Set<BatchCall>();
  const refusals: NamedRefusal[] = [];
  return {
    calls,
    /** Calls that were opened, messages that they have carried, and the largest number of appends without an answer. */
    seen: { opened: 0, messages: 0, maxUnanswered: 0 },
    /** How much the server's clock is ahead. */
    clockAheadMs: 0,
    /** Answers the next append with a refusal. */
    refuseNext: (name: NamedRefusal): void => void refusals.push(name),
    nextRefusal: () => refusals.shift(),
    /** Ends the open calls without an error, as a server does that shuts down in order. */
    end: (): void => calls.forEach((call) => call.end()),
    /** Ends the open calls as a node does that has found out that another one leads. */
    notLeader: (port: number): void => {
      const metadata = new Metadata();
      metadata.set('exception', 'not-leader');
      metadata.set('leader-endpoint-host', '127.0.0.1');
      metadata.set('leader-endpoint-port', String(port));
      for (const call of calls)
        call.emit('error', { code: status.NOT_FOUND, details: 'Leader info available', metadata });
    },
  };
};

export type BatchFaults = ReturnType<typeof batchFaults>;

type AppendOne = (stream: string, expected: Expectation, events: readonly Proposed[]) => Promise<Decision | 'lost'>;

type Assembled = {
  readonly id: string;
  readonly stream: string;
  readonly expected: Expectation;
  readonly events: Proposed[];
};

/** The call for many appends, by the rules of the server's Streams.BatchAppend.cs (23.10). */
export const batchCalls = (append: AppendOne, faults: BatchFaults) => (call: BatchCall) => {
  const { seen } = faults;
  const assemble = assembler(faults);
  let unanswered = 0;
  faults.calls.add(call);
  seen.opened += 1;
  const answer = (response: BatchAppendResp) => {
    if (!call.cancelled && !call.writableEnded) call.write(response);
  };
  const write = async ({ id, stream, expected, events }: Assembled) => {
    unanswered += 1;
    seen.maxUnanswered = Math.max(seen.maxUnanswered, unanswered);
    const decision = await append(stream, expected, events);
    unanswered -= 1;
    if (decision !== 'lost') answer(batchAnswer(id, stream, decision));
  };
  for (const event of ['error', 'cancelled', 'close']) call.on(event, () => faults.calls.delete(call));
  call.on('end', () => call.end());
  call.on('data', (request: BatchAppendReq) => {
    seen.messages += 1;
    const whole = assemble(request);
    if (whole && 'events' in whole) void write(whole);
    else if (whole) answer(whole);
  });
};

/** Returns an append with its last message, or the refusal of a message. What follows a refused message of the same append is ignored. */
const assembler = (faults: BatchFaults) => {
  const open = new Map<string, Assembled>();
  return (request: BatchAppendReq): Assembled | BatchAppendResp | undefined => {
    const id = idOf(request.getCorrelationId());
    const options = request.getOptions();
    if (options) {
      const deadline = options.getDeadline()?.toDate().getTime() ?? Infinity;
      if (deadline <= Date.now() + faults.clockAheadMs) return refusalAnswer(id, 'Timeout');
      const stream = nameOf(options.getStreamIdentifier());
      open.set(id, { id, stream, expected: expectationOf(options), events: [] });
    }
    const assembled = open.get(id);
    if (!assembled) return undefined;
    const { stream, events } = assembled;
    events.push(...request.getProposedMessagesList().map(proposed));
    const isTooLarge = sizeOf(events) > maxAppendBytes;
    if (!isTooLarge && !request.getIsFinal()) return undefined;
    open.delete(id);
    if (isTooLarge) return batchAnswer(id, stream, { kind: 'too large' });
    const refusal = faults.nextRefusal();
    return refusal ? refusalAnswer(id, refusal) : assembled;
  };
};

const expectationOf = (options: BatchAppendReq.Options): Expectation => {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  if (options.hasNoStream()) return 'no stream';
  return options.hasStreamExists() ? 'stream exists' : 'any';
};

const sizeOf = (events: readonly Proposed[]): number =>
  events.reduce((sum, { type, data, metadata }) => sum + data.length + metadata.length + 2 * type.length, 0);
