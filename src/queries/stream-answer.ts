import type { SentText } from '../domain/question-events.ts';
import type { Answer, Answerable, WriteAnswer } from './search-tickets.ts';

/** A piece of an answer that is being written, or what is sent to the model for it; the last part is the whole as the answer rules leave it. */
export type AnswerPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sent'; readonly sent: SentText }
  | ({ readonly kind: 'answer' } & Answer);

/** An answer while it is written. Aborted, it ends without its last part. */
export type StreamAnswer = (found: Answerable, signal: AbortSignal) => AsyncGenerator<AnswerPart, void>;

type Written = { text: string; sent: SentText[]; isWhole: boolean; arrival: PromiseWithResolvers<void> };

/** The writing begins with the call, so that it belongs to the trace of its caller. Pieces that wait for their reader become one. */
export const streamAnswer =
  (write: WriteAnswer): StreamAnswer =>
  (found, signal) => {
    const written: Written = { text: '', sent: [], isWhole: false, arrival: Promise.withResolvers() };
    const onText = (text: string) => {
      written.text += text;
      written.arrival.resolve();
    };
    const onSent = (sent: SentText) => {
      written.sent.push(sent);
      written.arrival.resolve();
    };
    const answer = write(found, { onText, onSent, signal }).finally(() => {
      written.isWhole = true;
      written.arrival.resolve();
    });
    // The reader may stop before it would throw.
    answer.catch(() => undefined);
    return partsOf(written, answer, signal);
  };

async function* partsOf(
  written: Written,
  answer: Promise<Answer>,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, void> {
  for (let isWhole = false; !isWhole;) {
    await written.arrival.promise;
    const { text, sent } = written;
    ({ isWhole } = written);
    Object.assign(written, { text: '', sent: [], arrival: Promise.withResolvers() });
    for (const one of sent) yield { kind: 'sent', sent: one };
    if (text !== '') yield { kind: 'text', text };
  }
  if (!signal.aborted) yield { kind: 'answer', ...(await answer) };
}
