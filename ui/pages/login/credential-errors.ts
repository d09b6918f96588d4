import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';

export type CredentialErrors = { readonly email?: string; readonly password?: string };

const address = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/u;
const lengthOf = (text: string) => Array.from(text).length;

/** What the service would refuse in a registration, said before it is sent; an empty object if nothing. */
export const registrationErrors = (email: string, password: string): CredentialErrors => {
  const messages = translated(signInMessages);
  const mail =
    email.trim() === '' ? messages.emailMissing : address.test(email.trim()) ? undefined : messages.emailMistyped;
  const word =
    lengthOf(password) < 8 ? messages.passwordShort : lengthOf(password) > 1024 ? messages.passwordLong : undefined;
  return { ...(mail === undefined ? {} : { email: mail }), ...(word === undefined ? {} : { password: word }) };
};

/** A sign-in needs both fields; whether they are right is for the service to messages. */
export const signInErrors = (email: string, password: string): CredentialErrors => {
  const messages = translated(signInMessages);
  return {
    ...(email.trim() === '' ? { email: messages.emailMissing } : {}),
    ...(password === '' ? { password: messages.passwordMissing } : {}),
  };
};
