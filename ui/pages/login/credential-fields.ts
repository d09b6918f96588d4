import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';
import { html, type TemplateResult } from 'lit';
import { fieldError } from '../../components/field-error.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import type { CredentialErrors } from './credential-errors.ts';

/** The fields for e-mail and password with their errors. */
export const credentialFields = (errors: CredentialErrors, purpose: 'sign in' | 'register'): TemplateResult => {
  const messages = translated(signInMessages);
  const isNew = purpose === 'register';
  return html`
    <wa-input name="email" type="email" label=${messages.email} autocomplete="username" autocapitalize="none" with-hint
      >${fieldError(errors.email)}</wa-input
    >
    <wa-input
      name="password"
      type="password"
      label=${messages.password}
      password-toggle
      with-hint
      autocomplete=${isNew ? 'new-password' : 'current-password'}
      hint=${isNew ? messages.passwordHint : ''}
      >${fieldError(errors.password)}${icon('eye', 'show-password-icon')}${icon('eye-off', 'hide-password-icon')}</wa-input
    >
  `;
};

/** The current values of a form's fields. */
export const credentialsIn = (form: ParentNode): { readonly email: string; readonly password: string } => {
  const read = (name: string) => form.querySelector<WaInput>(`wa-input[name='${name}']`)?.value ?? '';
  return { email: read('email').trim(), password: read('password') };
};

/** Focuses the first field with an error. */
export const focusFirstError = (form: ParentNode, errors: CredentialErrors): void => {
  const first = errors.email === undefined ? 'password' : 'email';
  form.querySelector<WaInput>(`wa-input[name='${first}']`)?.focus();
};
