import type { Verdict } from '../api/answers.ts';
import { translated } from '../messages/language.ts';
import { verdictMessages } from '../messages/verdict.ts';
import type { JudgedAnswer } from '../verdicts.ts';

/** A verdict in words, with the ticket that fitted. */
export const verdictText = ({ helped, ticket_id: ticketId }: Verdict): string => {
  const messages = translated(verdictMessages);
  if (ticketId === undefined || ticketId === null) return helped ? messages.helped : messages.notHelped;
  return helped ? messages.helpedBy(ticketId) : messages.fitted(ticketId);
};

/** What became of the verdict that was given last. */
export const judgedText = ({ verdict, waits }: JudgedAnswer): string => {
  const messages = translated(verdictMessages);
  if (waits) return messages[waits];
  return verdict ? verdictText(verdict) : messages.takenBack;
};
