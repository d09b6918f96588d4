import type { WrittenAnswer } from '../../ports/answer-writer.ts';
import type { Reply } from './post.ts';
import { printable } from './printable.ts';

const maxErrorBodyCharacters = 2_000;
const maxDetailCharacters = 200;

/** The failure of a reply with status 200, or without a reply. */
export const unusable = (detail: string): WrittenAnswer => ({
  kind: 'failed',
  message: `LLM response error: ${detail}`,
});

/** The text of a completion that came as a whole, or why there is none. */
export const readReply = (reply: Reply, apiKey: string | undefined): WrittenAnswer => {
  if (reply.kind === 'unanswered') return unusable(`the gateway ${reply.detail}`);
  if (reply.status !== 200) {
    const body = printable(reply.body, apiKey, maxErrorBodyCharacters);
    return { kind: 'failed', message: `LLM API error [${reply.status}]: ${body}` };
  }
  const completion = parsed(reply.body);
  if (completion === undefined) return unusable('the reply is not JSON');
  const choice = firstChoice(completion);
  if (choice === undefined) return unusable(`no choices${detailOf(errorIn(completion), apiKey)}`);
  return writtenAnswer(field(field(choice, 'message'), 'content'));
};

/** An answer of this text, which must not be blank. */
export const writtenAnswer = (text: unknown): WrittenAnswer =>
  typeof text === 'string' && text.trim() !== ''
    ? { kind: 'written', text: text.toWellFormed() }
    : unusable('the answer is empty');

/** Undefined if there is none. */
export const firstChoice = (completion: unknown): unknown => {
  const choices = field(completion, 'choices');
  return Array.isArray(choices) ? (choices[0] as unknown) : undefined;
};

/** Gateways that route to several providers send a provider's error with status 200. */
export const errorIn = (completion: unknown): unknown => field(completion, 'error');

/** The message of such an error behind a colon; empty if it has none. */
export const detailOf = (error: unknown, apiKey: string | undefined): string => {
  const message = typeof error === 'string' ? error : field(error, 'message');
  return typeof message === 'string' ? `: ${printable(message, apiKey, maxDetailCharacters)}` : '';
};

/** A JSON value; undefined for a text that is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A field of an object; undefined of anything else. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
