import { createParser } from 'eventsource-parser';
import type { AnswerFollower, WrittenAnswer } from '../../ports/answer-writer.ts';
import { readReply, unusable, writtenAnswer } from './completion.ts';
import { type CompletionEvent, readCompletionEvent } from './completion-events.ts';
import { type Call, type Gateway, post, type Reply } from './post.ts';

export type StreamLimits = {
  /** Between two pieces. */
  readonly pauseTimeoutMs: number;
  /** Of the whole answer. */
  readonly totalTimeoutMs: number;
};

const defaultLimits: StreamLimits = { pauseTimeoutMs: 30_000, totalTimeoutMs: 300_000 };

/** An event is up to a hundred times as long as the text in it. */
const maxStreamMiB = 16;

/**
 * Asks for a completion piece by piece. A gateway that refuses to stream is asked for the whole, one that ignores the wish sends it: the whole is then one piece.
 * The time-out of the call is that until the first piece.
 */
export const streamedCompletion = async (
  gateway: Gateway,
  call: Call & { readonly body: object },
  follower: AnswerFollower & Partial<StreamLimits>,
): Promise<WrittenAnswer> => {
  const { pauseTimeoutMs, totalTimeoutMs } = { ...defaultLimits, ...follower };
  const maxBytes = call.maxReplyMiB * 1024 * 1024;
  const deadline = pieceDeadline(call.timeoutMs, pauseTimeoutMs);
  const reader = completionReader({ ...follower, onPiece: deadline.extend, apiKey: gateway.apiKey, maxBytes });
  const reply = await post(gateway, {
    ...call,
    body: { ...call.body, stream: true },
    maxReplyMiB: maxStreamMiB,
    timeoutMs: totalTimeoutMs,
    reportedTimeoutMs: totalTimeoutMs,
    signal: AbortSignal.any([follower.signal, deadline.signal]),
    onChunk: reader.read,
  });
  deadline.clear();
  const outcome = reader.outcome();
  if (outcome !== undefined) return outcome;
  if (deadline.signal.aborted) return unusable(`the gateway ${String(deadline.signal.reason)}`);
  if (reply.kind === 'answered' && reply.status === 200) {
    if (reader.hasEvents()) return unusable(brokenOff);
    if (Buffer.byteLength(reply.body) > maxBytes) return tooLarge(maxBytes);
  }
  const whole = readReply(refusesStreams(reply) ? await post(gateway, call) : reply, gateway.apiKey);
  if (whole.kind === 'written') follower.onText(whole.text);
  return whole;
};

const brokenOff = 'the gateway broke off its answer';

const tooLarge = (maxBytes: number) => unusable(`the gateway sent more than ${maxBytes / 1024 / 1024} MiB`);

const refusalStatuses: readonly number[] = [400, 422, 501];

const refusesStreams = (reply: Reply): boolean =>
  reply.kind === 'answered' && refusalStatuses.includes(reply.status) && /stream/i.test(reply.body);

/** Aborts, with a reason that continues "the gateway …", if no piece comes in time. */
const pieceDeadline = (firstMs: number, pauseMs: number) => {
  const expired = new AbortController();
  const expire = (reason: string) => expired.abort(reason);
  let timer = setTimeout(expire, firstMs, `did not answer within ${firstMs / 1000} s`);
  return {
    signal: expired.signal,
    extend: () => {
      clearTimeout(timer);
      timer = setTimeout(expire, pauseMs, `did not go on within ${pauseMs / 1000} s`);
    },
    clear: () => clearTimeout(timer),
  };
};

type Reading = Pick<AnswerFollower, 'onText'> & {
  readonly onPiece: () => void;
  readonly maxBytes: number;
};

/** Reads the events of a completion as their bytes come. */
const completionReader = ({ apiKey, ...reading }: Reading & Pick<Gateway, 'apiKey'>) => {
  const outcomeOf = answerCollector(reading);
  let outcome: WrittenAnswer | undefined;
  let hasEvents = false;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ data }) => {
      hasEvents = true;
      outcome ??= outcomeOf(readCompletionEvent(data, apiKey));
    },
  });
  return {
    /** Returns whether the answer has ended. */
    read: (bytes: Uint8Array): boolean => {
      parser.feed(decoder.decode(bytes, { stream: true }));
      return outcome !== undefined;
    },
    /** Undefined until the end. */
    outcome: () => outcome,
    hasEvents: () => hasEvents,
  };
};

/** Returns a function that takes each event and returns the answer, or the failure, with the last one. */
const answerCollector = ({ onText, onPiece, maxBytes }: Reading) => {
  const text = growingText(onText);
  let hasChoices = false;
  const end = () => (hasChoices ? writtenAnswer(text.whole()) : unusable('no choices'));
  return (event: CompletionEvent): WrittenAnswer | undefined => {
    switch (event.kind) {
      case 'end':
        return end();
      case 'unreadable':
        return unusable('the reply is not JSON');
      case 'error':
        return unusable(`${hasChoices ? brokenOff : 'no choices'}${event.detail}`);
      case 'other':
        return undefined;
      case 'choice':
        hasChoices = true;
        if (event.isPiece) onPiece();
        text.add(event);
        if (text.bytes() > maxBytes) return tooLarge(maxBytes);
        return event.isLast ? end() : undefined;
    }
  };
};

/** Collects a text, and emits what was added of it without splitting a character. */
const growingText = (onText: (text: string) => void) => {
  let whole = '';
  let bytes = 0;
  /** The first half of a character. */
  let held = '';
  return {
    whole: () => whole,
    bytes: () => bytes,
    add: ({ text, isLast }: { readonly text: string; readonly isLast: boolean }): void => {
      // Some gateways repeat the whole in the last event.
      if (isLast && text === whole) return;
      whole += text;
      bytes += Buffer.byteLength(text);
      const piece = held + text;
      held = /[\uD800-\uDBFF]?$/.exec(piece.slice(-1))?.[0] ?? '';
      if (piece.length > held.length) onText(piece.slice(0, piece.length - held.length).toWellFormed());
    },
  };
};
