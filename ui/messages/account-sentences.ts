import type { Sentence } from './error-sentences.ts';

const manyChanges = 'За сутки слишком много изменений; продолжить можно через';

/** What is refused of an account, its password and its keys. */
export const ofAccounts: readonly Sentence[] = [
  [/^Too many failed logins; try again in (\d+) s$/, 'Слишком много неудачных попыток входа; попробуйте через $1 с'],
  [
    /^Too many registrations from this address; try again in (\d+) s$/,
    'С вашего адреса слишком много регистраций; попробуйте через $1 с',
  ],
  [
    /^Too many logins and registrations at once; try again in (\d+) s$/,
    'Сейчас слишком много входов и регистраций; попробуйте через $1 с',
  ],
  [/^Too many changes of this account in a day; try again in (\d+) s$/, `${manyChanges} $1 с`],
  [/^Too many changes of this account in a day; try again in (\d+) h$/, `${manyChanges} $1 ч`],
  [/^Too many new keys of this account; try again in (\d+) s$/, 'Слишком много новых ключей; попробуйте через $1 с'],
  [
    /^Too many new passwords and ends of sessions of this account; try again in (\d+) s$/,
    'Слишком много новых паролей и выходов; попробуйте через $1 с',
  ],
  [/^The current password is wrong$/, 'Текущий пароль не подошёл'],
  [/^expires_at must be in the future$/, 'Срок ключа уже прошёл'],
  [/^expires_at must be a date-time with a time zone$/, 'Срок ключа не читается'],
  [/^Quota exceeded: an account has at most (\d+) keys; revoke one$/, 'Ключей уже $1; отзовите ненужный'],
];
