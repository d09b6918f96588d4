import type { Messages } from './language.ts';

const ru = {
  title: 'Помощники с MCP',
  text: 'Редактор кода или чат сам спросит вашу базу. Нужен ключ с правами «поиск» и «чтение».',
  settings: 'Настройка помощника',
  yourKey: 'ваш-ключ',
  readOnly: 'Только чтение:',
  createKey: 'Создать ключ для помощника',
  copySettings: 'Скопировать настройку',
};

const en: typeof ru = {
  title: 'Assistants with MCP',
  text: 'A code editor or chat asks your base by itself. It needs a key with “search” and “read”.',
  settings: 'Settings of an assistant',
  yourKey: 'your-key',
  readOnly: 'Read only:',
  createKey: 'Create a key for an assistant',
  copySettings: 'Copy the settings',
};

export const assistantMessages: Messages<typeof ru> = { ru, en };
