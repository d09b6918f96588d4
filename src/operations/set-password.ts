import type { CommandContext } from '../commands/command-handler.ts';
import { replacePassword } from '../commands/replace-password.ts';
import { emailSpellings } from '../domain/email.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Streams } from '../ports/event-store.ts';
import type { RunningProjection } from '../../projections/projector.ts';
import type { OperationReport } from './operation.ts';

export type PasswordReplacement = CommandContext & {
  readonly streams: Streams;
  readonly accounts: Pick<Accounts, 'byEmail'>;
  readonly running: Pick<RunningProjection, 'waitForPosition'>;
};

type NewPassword = { readonly email: string; readonly passwordHash: string };

/** Gives the account of an e-mail another password; once it has returned, the old one and the tokens issued before are refused. */
export const setPassword = async (
  replacement: PasswordReplacement,
  { email, passwordHash }: NewPassword,
): Promise<OperationReport> => {
  const found = await Promise.all(emailSpellings(email).all.map(replacement.accounts.byEmail));
  const account = found.find((each) => each !== undefined);
  if (!account) return { succeeded: false, lines: ['No account has this e-mail'] };
  const position = await replacePassword(replacement)(account, { passwordHash });
  await replacement.running.waitForPosition([position]);
  return {
    succeeded: true,
    lines: [`${account.email} has a new password; all of its sessions have ended. Its API key is as before`],
  };
};
