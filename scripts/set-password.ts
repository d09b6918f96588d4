import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { argon2Passwords } from '../src/adapters/security/passwords.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run set-password -- --email EMAIL

Gives an account a new password, which is displayed once, and ends all of its sessions: for somebody who has forgotten theirs. The API key stays as it is.`;

// 20 characters that are typed without a mistake: 120 bits.
const password = randomBytes(15).toString('base64url');
const passwordHash = await argon2Passwords().hash(password);

await runCommand('set-password', usage, () => {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  return values.email === undefined ? [] : [{ operation: 'set password', email: values.email, passwordHash }];
});
if (process.exitCode === 0) console.log(`New password: ${password}`);
