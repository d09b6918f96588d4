import { randomBytes } from 'node:crypto';
import { answerPrompt, answerPromptVersion } from '../../domain/answer-prompt.ts';
import type { AnswerWriter } from '../../ports/answer-writer.ts';
import { readReply } from './completion.ts';
import { type Gateway, post } from './post.ts';
import { reportingSent } from './sent.ts';
import { type StreamLimits, streamedCompletion } from './streamed-completion.ts';

export type GatewayAnswersOptions = {
  readonly gateway: Gateway;
  readonly model: string;
  /** Returns a new unpredictable word at each call; it fences ticket text in the prompt. */
  readonly random?: () => string;
  /** 60 s by default (docs/contract.md, "Answers"); for an answer that is followed, until its first piece. */
  readonly timeoutMs?: number;
  readonly streamLimits?: Partial<StreamLimits>;
};

/**
 * Returns an answer writer that asks a chat model of the gateway, without retries: once, or twice if the gateway refuses to stream. Failures are texts
 * (docs/contract.md, "Answers").
 */
export const gatewayAnswers = (options: GatewayAnswersOptions): AnswerWriter => ({
  model: options.model,
  promptVersion: answerPromptVersion,
  write: async ({ question, sources, onSent }, follower) => {
    const { gateway, model, timeoutMs = 60_000, random = unpredictable, streamLimits } = options;
    const { system, user } = answerPrompt({ question, sources, marker: random() });
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    const call = {
      path: 'chat/completions',
      body: { model, messages },
      maxReplyMiB: 1,
      maxErrorBodyMiB: 1,
      timeoutMs,
      reportedTimeoutMs: timeoutMs,
      signal: follower?.signal,
      onSent: reportingSent(gateway, model, onSent),
    } as const;
    if (follower) return streamedCompletion(gateway, call, { ...follower, ...streamLimits });
    return readReply(await post(gateway, call), gateway.apiKey);
  },
});

const unpredictable = () => randomBytes(16).toString('hex');
