import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';

export type CredentialErrors = { readonly email?: string; readonly password?: string };

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/u;
const lengthOf = (text: string) => Array.from(text).length;

const emailErrorOf = (email: string): string | undefined => {
  const messages = translated(signInMessages);
  if (email.trim() === '') return messages.emailMissing;
  return emailPattern.test(email.trim()) ? undefined : messages.emailMistyped;
};

const passwordErrorOf = (password: string): string | undefined => {
  const messages = translated(signInMessages);
  if (lengthOf(password) < 12) return messages.passwordShort;
  return lengthOf(password) > 1024 ? messages.passwordLong : undefined;
};

/** The errors for which the service would refuse a registration; empty if there are none. */
export const registrationErrors = (email: string, password: string): CredentialErrors => {
  const emailError = emailErrorOf(email);
  const passwordError = passwordErrorOf(password);
  return {
    ...(emailError === undefined ? {} : { email: emailError }),
    ...(passwordError === undefined ? {} : { password: passwordError }),
  };
};

/** Checks only that both fields are filled in; the service checks the rest. */
export const signInErrors = (email: string, password: string): CredentialErrors => {
  const messages = translated(signInMessages);
  return {
    ...(email.trim() === '' ? { email: messages.emailMissing } : {}),
    ...(password === '' ? { password: messages.passwordMissing } : {}),
  };
};
