import { endOfBody, sourceIdsIn } from './trailing-references.ts';

/** Answer rule 2 of the contract: what is said when the sources do not fit the question. */
export const tooLittleInformation = 'Недостаточно информации в истории обращений.';

/** Answer rule 3 of the contract: the last line of every other answer. */
export const reference = (ticketId: string): string => `Основано на тикете №${ticketId}`;

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const bareTooLittle = lettersAndDigits(tooLittleInformation);

/**
 * The answer as a user gets it, from a model's raw words and the ids of its sources, best first: references are never believed but
 * read, cut and written anew, so that there is one, at the end, and it names a source (answer rules 2 and 3).
 */
export const finishAnswer = (text: string, sourceIds: readonly string[]): string => {
  const end = endOfBody(text, sourceIds);
  const body = text.slice(0, end).trim();
  if (lettersAndDigits(body) === bareTooLittle) return tooLittleInformation;
  const cited = sourceIdsIn(text.slice(end), sourceIds)[0] ?? sourceIds[0];
  if (cited === undefined) return tooLittleInformation;
  return body === '' ? reference(cited) : `${body}\n${reference(cited)}`;
};
