import { hash } from 'node:crypto';
import { canonicalJson } from '../platform/canonical-json.ts';
import type { ReceiptSignatures } from '../ports/credentials.ts';
import type { StepDetails } from '../queries/find-erasure.ts';
import type { Turn } from '../concurrency/abortable-limit.ts';
import { parseReceipt, requireReceiptJson } from './receipt-json.ts';
import * as schemas from './schemas/erasures.ts';
import { checked } from './schemas/requests.ts';

/** A receipt says nothing that changes without a new proof: no reasons, and no difference between what runs and what waits. */
export const withoutReasons = <Step extends string>(
  steps: readonly StepDetails<Step>[],
): readonly StepDetails<Step>[] =>
  steps.map((step) => ({
    ...step,
    reason: null,
    state: step.state === 'verified' || step.state === 'outside' ? step.state : ('waiting' as const),
  }));

/** A receipt with the hash and the signature of its canonical JSON. */
export const signedReceipt = <Unsigned extends { readonly sha256: string; readonly signature: string }>(
  unsigned: Unsigned,
  { sign }: Pick<ReceiptSignatures, 'sign'>,
) => {
  const { sha256: _, signature: __, ...rest } = unsigned;
  const text = canonicalJson(rest);
  return { ...rest, sha256: hash('sha256', text), signature: sign(text) };
};

/** The receipt of an erasure of tickets. */
export const receiptOf = (found: schemas.ShownErasure, signatures: ReceiptSignatures) => {
  const format = schemas.receiptFormat;
  const steps = withoutReasons(found.steps);
  return signedReceipt(schemas.receipt.toJson({ ...found, steps, format, sha256: '', signature: '' }), signatures);
};

/**
 * Whether the text of a receipt is unchanged, and was signed here. Each step has a turn of the tenant: all of them take a megabyte some thirty milliseconds.
 * Throws InvalidInput for what has not the form of a receipt.
 */
export const checkReceipt = async (
  given: string,
  { isSigned }: ReceiptSignatures,
  turn: Turn,
): Promise<schemas.ReceiptCheck> => {
  const inTurn = <Result>(work: () => Result) => turn(() => Promise.resolve(work()));
  await inTurn(() => requireReceiptJson(given));
  const body = await inTurn(() => parseReceipt(given));
  const { sha256, signature = '' } = checked(schemas.sentReceipt, body);
  const { sha256: _, signature: __, ...rest } = body as Readonly<Record<string, unknown>>;
  const text = await inTurn(() => canonicalJson(rest));
  // Once for both: encoding takes most of the time of a hash.
  const bytes = await inTurn(() => Buffer.from(text));
  return {
    isWhole: (await inTurn(() => hash('sha256', bytes))) === sha256,
    isSigned: await inTurn(() => isSigned(bytes, signature)),
  };
};
