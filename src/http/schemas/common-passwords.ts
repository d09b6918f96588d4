import ranked from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

export const minPasswordLength = 12;

/** The commonest passwords of published leaks, of which the package has 49 000, as far as they are long enough to be refused by nothing else. */
const common: ReadonlySet<string> = new Set(ranked.filter((password) => password.length >= minPasswordLength));

/** A password that attackers try first, in whatever case. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
