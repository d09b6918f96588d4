import type { Messages } from './language.ts';

const ru = {
  title: 'Пароль',
  text: 'После смены остальные сеансы закончатся. Ключи останутся.',
  current: 'Текущий пароль',
  chosen: 'Новый пароль',
  change: 'Сменить пароль',
  wrong: 'Текущий пароль не подошёл',
  changed: 'Пароль сменён',
  currentMissing: 'Введите текущий пароль',
  short: 'Не меньше 12 знаков',
  long: 'Не больше 1024 знаков',
  common: 'Этот пароль знают все: выберите другой',
  signOutElsewhere: 'Выйти на остальных устройствах',
  askSignOut: 'Выйти на остальных устройствах?',
  signOutText: 'Остальные сеансы закончатся сразу, этот продолжится. Ключи останутся.',
  signedOut: 'Остальные сеансы закончились',
};

const en: typeof ru = {
  title: 'Password',
  text: 'Other sessions end after a change. Keys stay.',
  current: 'Current password',
  chosen: 'New password',
  change: 'Change password',
  wrong: 'The current password is wrong',
  changed: 'Password changed',
  currentMissing: 'Enter the current password',
  short: 'At least 12 characters',
  long: 'At most 1024 characters',
  common: 'Everybody knows this password: choose another',
  signOutElsewhere: 'Sign out on other devices',
  askSignOut: 'Sign out on other devices?',
  signOutText: 'Other sessions end at once, this one goes on. Keys stay.',
  signedOut: 'Other sessions have ended',
};

export const passwordMessages: Messages<typeof ru> = { ru, en };
