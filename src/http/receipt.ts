import { hash } from 'node:crypto';
import { canonicalJson } from '../platform/canonical-json.ts';
import type { ReceiptSignatures } from '../ports/credentials.ts';
import { parseReceipt } from './receipt-json.ts';
import * as schemas from './schemas/erasures.ts';
import { checked } from './schemas/requests.ts';

/** The receipt says nothing that changes without a new proof: no reasons, and no difference between what runs and what waits. */
export const receiptOf = (found: schemas.ShownErasure, { sign }: ReceiptSignatures) => {
  const steps = found.steps.map((step) => ({
    ...step,
    reason: null,
    state: step.state === 'verified' || step.state === 'outside' ? step.state : ('waiting' as const),
  }));
  const format = schemas.receiptFormat;
  const unsigned = schemas.receipt.toJson({ ...found, steps, format, sha256: '', signature: '' });
  const { sha256: _, signature: __, ...rest } = unsigned;
  const text = canonicalJson(rest);
  return { ...rest, sha256: hash('sha256', text), signature: sign(text) };
};

/** Whether the text of a receipt is unchanged, and was signed here. Throws InvalidInput for what has not the form of one. */
export const checkReceipt = (given: string, { isSigned }: ReceiptSignatures): schemas.ReceiptCheck => {
  const body = parseReceipt(given);
  const { sha256, signature = '' } = checked(schemas.sentReceipt, body);
  const { sha256: _, signature: __, ...rest } = body as Readonly<Record<string, unknown>>;
  const text = canonicalJson(rest);
  return { isWhole: hash('sha256', text) === sha256, isSigned: isSigned(text, signature) };
};
