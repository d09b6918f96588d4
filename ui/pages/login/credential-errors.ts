import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';

export type CredentialErrors = { readonly email?: string; readonly password?: string };

const address = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/u;
const lengthOf = (text: string) => Array.from(text).length;

/** What the service would refuse in a registration, said before it is sent; an empty object if nothing. */
export const registrationErrors = (email: string, password: string): CredentialErrors => {
  const say = translated(signInMessages);
  const mail = email.trim() === '' ? say.emailMissing : address.test(email.trim()) ? undefined : say.emailMistyped;
  const word = lengthOf(password) < 8 ? say.passwordShort : lengthOf(password) > 1024 ? say.passwordLong : undefined;
  return { ...(mail === undefined ? {} : { email: mail }), ...(word === undefined ? {} : { password: word }) };
};

/** A sign-in needs both fields; whether they are right is for the service to say. */
export const signInErrors = (email: string, password: string): CredentialErrors => {
  const say = translated(signInMessages);
  return {
    ...(email.trim() === '' ? { email: say.emailMissing } : {}),
    ...(password === '' ? { password: say.passwordMissing } : {}),
  };
};
