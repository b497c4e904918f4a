import type { FormField } from '../form.js';

/** The email that identifies an account. */
export const emailField: FormField = {
  name: 'email',
  label: 'Email',
  kind: 'email',
  autocomplete: 'username',
  required: true,
  missing: 'Enter your email.',
  autofocus: true,
};

/** The current password of an account. */
export const passwordField: FormField = {
  name: 'password',
  label: 'Password',
  kind: 'password',
  autocomplete: 'current-password',
  required: true,
  missing: 'Enter your password.',
};
