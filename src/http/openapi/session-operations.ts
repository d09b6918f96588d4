import type { Operations } from './operation.ts';

const ofSessions = { tag: 'Accounts', credential: 'token', answers: { 200: 'Token' } } as const;

/** The password and the sessions of an account. */
export const sessionOperations: Operations = {
  'put /api/me/password': {
    ...ofSessions,
    id: 'changePassword',
    summary: 'Change the password',
    description:
      'Tokens that were issued before are refused; the answer has a new one, so that this session goes on. Keys stay. A wrong current password is 403 and counts as a failed login.',
    body: ['NewPassword'],
    refusals: [400, 401, 403, 409, 413],
  },
  'post /api/me/sign-out-everywhere': {
    ...ofSessions,
    id: 'signOutEverywhere',
    summary: 'End all other sessions: tokens that were issued before are refused; the answer has a new one',
    refusals: [401, 409],
  },
};
