import type { AccountErasure } from '../../api/account-erasures.ts';
import { accountErasureMessages } from '../../messages/account-erasure.ts';
import { erasureMessages } from '../../messages/erasure.ts';
import { day } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { stepReasonText } from '../../messages/step-reasons.ts';
import { erasureTimes } from './erasure-times.ts';
import { progressOf, type ReceiptSheet } from './receipt-sheet.ts';

const factsOf = (erasure: AccountErasure): ReceiptSheet['facts'] => {
  const messages = translated(accountErasureMessages);
  const { when, whenText } = translated(erasureMessages);
  return [
    [messages.what, messages.whatText(erasure.collections, erasure.tickets)],
    [messages.account, messages.accountText(erasure.user_id)],
    [when, whenText(...erasureTimes(erasure))],
    [messages.number, erasure.id],
    [messages.stays, messages.staysText],
  ];
};

/** What was looked at, or what a step waits for. */
const lineOf = (step: AccountErasure['steps'][number], erasure: AccountErasure): string => {
  const { backups, scavenge } = translated(erasureMessages);
  if (step.step === 'backups') return backups(day(erasure.proven_at ?? erasure.requested_at));
  if (step.state === 'verified') return translated(accountErasureMessages).words[step.step][2](step.found);
  return step.step === 'log_disk' ? scavenge : stepReasonText(step.reason ?? '');
};

/** What the receipt of an erased account says. */
export const accountSheet = (erasure: AccountErasure): ReceiptSheet => {
  const messages = translated(accountErasureMessages);
  const badge =
    erasure.state === 'waiting'
      ? messages.waiting
      : translated(erasureMessages).state(erasure.state, ...progressOf(erasure.steps));
  return {
    ...{ heading: messages.heading, subtitle: messages.subtitle(erasure.requested_at), badge, state: erasure.state },
    facts: factsOf(erasure),
    steps: erasure.steps.map((step) => {
      const [open, verified] = messages.words[step.step];
      return { ...step, title: step.state === 'verified' ? verified : open, line: lineOf(step, erasure) };
    }),
  };
};
