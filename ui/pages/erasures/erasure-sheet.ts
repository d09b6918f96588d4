import { withMasksInWords } from '../../../src/domain/masks.ts';
import type { Erasure, ErasureStep } from '../../api/erasures.ts';
import { erasureMessages } from '../../messages/erasure.ts';
import { day } from '../../messages/format.ts';
import { language, translated } from '../../messages/language.ts';
import { stepReasonText } from '../../messages/step-reasons.ts';
import { erasureTimes } from './erasure-times.ts';
import { progressOf, type ReceiptSheet } from './receipt-sheet.ts';

const factsOf = (erasure: Erasure): ReceiptSheet['facts'] => {
  const messages = translated(erasureMessages);
  const { requested_for: forWhom, unknown, elsewhere } = erasure;
  const ids = erasure.tickets.map(({ ticket_id: id }) => id);
  const texts = erasure.tickets.reduce((sum, { revisions }) => sum + revisions, 0);
  return [
    [messages.what, messages.whatText(ids, texts, erasure.erased_before)],
    [messages.collection, erasure.collection_name],
    [messages.when, messages.whenText(...erasureTimes(erasure))],
    [messages.who, `${erasure.requested_by}, ${messages.surface[erasure.surface]}`],
    ...(forWhom === null ? [] : [[messages.forWhom, withMasksInWords(forWhom, language())] as const]),
    ...(unknown === 0 ? [] : [[messages.unknown, messages.unknownText(unknown)] as const]),
    ...(elsewhere.length === 0 ? [] : [[messages.elsewhere, messages.elsewhereText(erasure)] as const]),
    ...(ids.length === 0 ? [] : [[messages.later, messages.laterText(ids)] as const]),
  ];
};

/** What was looked at, or what a step waits for. */
const lineOf = (step: ErasureStep, erasure: Erasure): string => {
  const messages = translated(erasureMessages);
  if (step.step === 'backups') return messages.backups(day(erasure.proven_at ?? erasure.requested_at));
  if (step.state === 'verified') return messages.words[step.step][2](step.found);
  return step.step === 'log_disk' ? messages.scavenge : stepReasonText(step.reason ?? '');
};

/** What the receipt of erased tickets says. */
export const erasureSheet = (erasure: Erasure): ReceiptSheet => {
  const messages = translated(erasureMessages);
  const isEmpty = erasure.outcome === 'nothing';
  return {
    heading: messages.heading(erasure.outcome, erasure.tickets.length),
    subtitle: messages.subtitle(erasure.number, day(erasure.requested_at)),
    badge: isEmpty ? messages.nothing : messages.state(erasure.state, ...progressOf(erasure.steps)),
    state: isEmpty ? 'nothing' : erasure.state,
    facts: factsOf(erasure),
    steps: erasure.steps.map((step) => {
      const [open, verified] = messages.words[step.step];
      return { ...step, title: step.state === 'verified' ? verified : open, line: lineOf(step, erasure) };
    }),
  };
};
