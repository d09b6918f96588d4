import { type Operations, requiredHeader } from './operation.ts';

const shown = {
  tag: 'Accounts',
  credential: 'none',
  parameters: [requiredHeader('Erasure-Token', 'As the deletion of the account has answered', { type: 'string' })],
  refusals: [404],
} as const;

/** The deletion of an account, and its erasure, which is shown to whoever has its token. */
export const accountErasureOperations: Operations = {
  'delete /api/me': {
    id: 'deleteAccount',
    tag: 'Accounts',
    summary: 'Delete the account with all that it has',
    description:
      'From the answer on its sessions and keys are refused everywhere, its collections are gone and its uploads end; the rest is erased in the background and verified step by step. The e-mail can be registered again at once. The answer has a token, given this once, that shows the erasure and its receipt for 90 days. A wrong password is 403 and counts as a failed login. This cannot be undone.',
    credential: 'token',
    body: ['AccountDeletion'],
    answers: { 202: 'RequestedAccountErasure' },
    location: true,
    refusals: [400, 401, 403, 409, 413],
  },
  'get /api/account-erasures/:erasure_id': {
    ...shown,
    id: 'showAccountErasure',
    summary: 'The erasure of a deleted account and what was verified of it',
    answers: { 200: 'AccountErasure' },
  },
  'get /api/account-erasures/:erasure_id/receipt': {
    ...shown,
    id: 'accountErasureReceipt',
    summary: 'The receipt of the erasure of an account',
    description:
      'Canonical JSON (RFC 8785) with the SHA-256 of itself and a signature of this service, to be checked with `POST /receipts/check`. It may be asked for at any time: a step is `verified` only once it was looked at.',
    answers: { 200: 'AccountErasureReceipt' },
  },
};
