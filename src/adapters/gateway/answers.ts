import { randomBytes } from 'node:crypto';
import { answerPrompt } from '../../domain/answer-prompt.ts';
import type { AnswerWriter, WrittenAnswer } from '../../ports/answer-writer.ts';
import { type Gateway, post, type Reply } from './post.ts';
import { printable } from './printable.ts';

export type GatewayAnswersOptions = {
  readonly gateway: Gateway;
  readonly model: string;
  /** Returns a new unpredictable word at each call; it fences ticket text in the prompt. */
  readonly random?: () => string;
  /** 60 s by default (docs/contract.md, "Answers"). */
  readonly timeoutMs?: number;
};

/** Returns an answer writer that asks a chat model of the gateway once, without retries. Failures are texts (docs/contract.md, "Answers"). */
export const gatewayAnswers = (options: GatewayAnswersOptions): AnswerWriter => ({
  write: async ({ question, sources }) => {
    const { gateway, model, timeoutMs = 60_000, random = unpredictable } = options;
    const { system, user } = answerPrompt({ question, sources, marker: random() });
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    const reply = await post(gateway, {
      path: 'chat/completions',
      body: { model, messages },
      maxReplyMiB: 1,
      maxErrorBodyMiB: 1,
      timeoutMs,
      reportedTimeoutMs: timeoutMs,
    });
    return read(reply, gateway.apiKey);
  },
});

const unpredictable = () => randomBytes(16).toString('hex');

const maxErrorBodyCharacters = 2_000;
const maxDetailCharacters = 200;

const unusable = (detail: string): WrittenAnswer => ({ kind: 'failed', message: `LLM response error: ${detail}` });

const read = (reply: Reply, apiKey: string | undefined): WrittenAnswer => {
  if (reply.kind === 'unanswered') return unusable(`the gateway ${reply.detail}`);
  if (reply.status !== 200) {
    const body = printable(reply.body, apiKey, maxErrorBodyCharacters);
    return { kind: 'failed', message: `LLM API error [${reply.status}]: ${body}` };
  }
  const completion = parsed(reply.body);
  if (completion === undefined) return unusable('the reply is not JSON');
  const choices = field(completion, 'choices');
  if (!Array.isArray(choices) || choices.length === 0) return unusable(`no choices${reason(completion, apiKey)}`);
  const content = field(field(choices[0], 'message'), 'content');
  if (typeof content !== 'string' || content.trim() === '') return unusable('the answer is empty');
  return { kind: 'written', text: content.toWellFormed() };
};

/** Gateways that route to several providers send a provider's error with status 200; its message explains why there are no choices. */
const reason = (completion: unknown, apiKey: string | undefined) => {
  const error = field(completion, 'error');
  const message = typeof error === 'string' ? error : field(error, 'message');
  return typeof message === 'string' ? `: ${printable(message, apiKey, maxDetailCharacters)}` : '';
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
