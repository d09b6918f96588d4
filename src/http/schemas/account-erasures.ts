import { object } from 'yup';
import { accountErasureSteps, type AccountErasureStep } from '../../domain/account-erasure-events.ts';
import { type AccountErasureDetails, accountErasureStates } from '../../queries/find-account-erasure.ts';
import type { StepDetails } from '../../queries/find-erasure.ts';
import { markFields, stepFields } from './erasures.ts';
import { constant, count, list, nullable, oneOf, record, referenced, text, timestamp, uuid } from './json-types.ts';
import { requiredText } from './requests.ts';

/** The check of a request to delete an account, and the answers. */

export const accountDeletion = object({
  password: requiredText().meta({ description: 'The current password of the account' }),
});

export const accountErasureStep = record<StepDetails<AccountErasureStep>>()(
  'A step of the erasure of an account, and what was looked at',
  {
    step: ['step', oneOf(...accountErasureSteps, 'backups')],
    ...stepFields,
  },
);

const fields = {
  id: ['id', uuid],
  state: [
    'state',
    oneOf(...accountErasureStates),
    '`waiting`: for the next scavenge of the log’s server; `held_back`: texts are left in files, and the operator has to remove them',
  ],
  userId: ['user_id', uuid, 'The id that the account had: its e-mail is erased'],
  requestedAt: ['requested_at', timestamp],
  provenAt: ['proven_at', nullable(timestamp)],
  shownUntil: ['shown_until', timestamp, 'Until when the token shows it'],
  collections: ['collections', count, 'How many the account had when it was deleted'],
  tickets: ['tickets', count, 'In them, hidden ones included'],
  steps: ['steps', list(referenced('AccountErasureStep', accountErasureStep))],
} as const;

export const accountErasure = record<AccountErasureDetails>()(
  'The erasure of an account with all that it had, and what was verified of it',
  fields,
);

/** What the deletion of an account answers with. */
export type RequestedAccountErasure = AccountErasureDetails & { readonly token: string };

export const requestedAccountErasure = record<RequestedAccountErasure>()('The erasure of a deleted account', {
  ...fields,
  token: ['token', text, 'Shows the erasure and its receipt, in the header `Erasure-Token`; it is given this once'],
});

export const accountReceiptFormat = 'precedent-account-erasure-receipt/1';

/** What makes a receipt of an erasure; the last two are of what comes before. */
export type AccountReceipt = AccountErasureDetails & {
  readonly format: typeof accountReceiptFormat;
  readonly sha256: string;
  readonly signature: string;
};

export const accountReceipt = record<AccountReceipt>()(
  'The receipt of the erasure of an account: canonical JSON (RFC 8785)',
  {
    format: ['format', constant(accountReceiptFormat)],
    ...fields,
    ...markFields,
  },
);
