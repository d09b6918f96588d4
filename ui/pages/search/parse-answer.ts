import type { Source } from '../../api/records.ts';

/** An answer by kind; `cited` is the id of the source it is based on, and `text` lacks that reference. */
export type Answer =
  | { readonly kind: 'written'; readonly text: string; readonly cited: string | undefined }
  | { readonly kind: 'too little'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly code: string };

const tooLittle = 'Недостаточно информации в истории обращений';
const failure = /^LLM (?:API error \[|response error:)/;
/** The last line of an answer that names its ticket. */
export const reference = /(?:^|\n)Основано на тикете №(.+)$/;

/** Parses an answer by the rules in docs/contract.md, "Answers". A reference to a ticket that is not among the sources stays in the text. */
export const parseAnswer = (answer: string | null, sources: readonly Pick<Source, 'ticket_id'>[]): Answer => {
  const whole = (answer ?? '').trim();
  if (whole === '' || failure.test(whole)) return { kind: 'failed', code: whole };
  if (whole.replace(/\.$/, '') === tooLittle) return { kind: 'too little', sentence: whole };
  const match = reference.exec(whole);
  const cited = sources.find(({ ticket_id: id }) => id === match?.[1]?.trim())?.ticket_id;
  const text = match && cited !== undefined ? whole.slice(0, match.index).trim() : whole;
  return { kind: 'written', text, cited };
};
