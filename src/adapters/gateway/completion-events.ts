import { detailOf, errorIn, field, firstChoice, parsed } from './completion.ts';

/** What an event of a streamed completion says. */
export type CompletionEvent =
  | {
      readonly kind: 'choice';
      readonly text: string;
      /** Whether the model has gone on, with text or with its reasoning. */
      readonly isPiece: boolean;
      readonly isLast: boolean;
    }
  /** Nothing of the answer: usage, for example, comes in an event without choices. */
  | { readonly kind: 'other' }
  | { readonly kind: 'end' }
  /** `detail` is empty or begins with a colon. */
  | { readonly kind: 'error'; readonly detail: string }
  | { readonly kind: 'unreadable' };

/** Reads the data of an event as OpenAI, Ollama, vLLM, llama.cpp and OpenRouter send it. */
export const readCompletionEvent = (data: string, apiKey: string | undefined): CompletionEvent => {
  if (data.trim() === '[DONE]') return { kind: 'end' };
  const chunk = parsed(data);
  if (chunk === undefined) return { kind: 'unreadable' };
  const choice = firstChoice(chunk);
  const finishReason = field(choice, 'finish_reason');
  const error = errorIn(chunk) ?? (field(chunk, 'object') === 'error' || finishReason === 'error' ? chunk : null);
  if (error !== null) return { kind: 'error', detail: detailOf(error, apiKey) };
  if (choice === undefined) return { kind: 'other' };
  // A gateway that has the whole answer at once may send it as a message.
  const delta = field(choice, 'delta') ?? field(choice, 'message');
  const content = field(delta, 'content');
  return {
    kind: 'choice',
    text: typeof content === 'string' ? content : '',
    isPiece: hasText(delta),
    // Some gateways send an empty reason until the end.
    isLast: typeof finishReason === 'string' && finishReason !== '',
  };
};

/** The role alone is sent before the model has begun. */
const hasText = (delta: unknown): boolean =>
  Object.entries(typeof delta === 'object' && delta !== null ? delta : {}).some(
    ([name, value]) => name !== 'role' && typeof value === 'string' && value !== '',
  );
