import type { Verdict } from '../api/answers.ts';
import { commonMessages } from '../messages/common.ts';
import { translated } from '../messages/language.ts';
import { verdictMessages } from '../messages/verdict.ts';
import type { JudgedAnswer } from '../verdicts.ts';

/** A verdict in words, with the ticket that fitted; on a refusal, an answer that nothing was found, it says whether that is right. */
export const verdictText = ({ helped, ticket_id: ticketId }: Verdict, isRefusal = false): string => {
  const messages = translated(verdictMessages);
  const { right, wrong } = messages.refusal;
  const isNamed = ticketId !== undefined && ticketId !== null;
  if (isRefusal && !(helped && isNamed))
    return helped ? right : isNamed ? `${wrong}: ${translated(commonMessages).number(ticketId)}` : wrong;
  if (!isNamed) return helped ? messages.helped : messages.notHelped;
  return helped ? messages.helpedBy(ticketId) : messages.fitted(ticketId);
};

/** What became of the verdict that was given last. */
export const judgedText = ({ verdict, waits }: JudgedAnswer, isRefusal = false): string => {
  const messages = translated(verdictMessages);
  if (waits) return messages[waits];
  return verdict ? verdictText(verdict, isRefusal) : messages.takenBack;
};
