import type { Messages } from './language.ts';

/** `id` of the ticket that a correction is of; undefined for a new ticket. */
type Named = (id: string | undefined) => string;

const ru = {
  unsaved: ((id) =>
    id === undefined ? 'Новое обращение не сохранено' : `Правка обращения №${id} не сохранена`) satisfies Named,
  open: ((id) => (id === undefined ? 'Открыть новое обращение' : `Открыть правку №${id}`)) satisfies Named,
  goOn: 'Открыть',
  remove: 'Удалить черновик',
  removed: 'Черновик удалён',
  begun: 'Это черновик: правка начата раньше и не сохранена.',
  askOne: ((id) =>
    id === undefined
      ? 'Есть несохранённое новое обращение. Выйти и удалить его?'
      : `Есть несохранённая правка обращения №${id}. Выйти и удалить её?`) satisfies Named,
  askMany: 'Есть несохранённые правки. Выйти и удалить их?',
  stay: 'Остаться',
  leave: 'Выйти и удалить',
  held: 'Вы вышли в другой вкладке. Войдите снова, чтобы не потерять несохранённое: до закрытия этой вкладки оно ждёт здесь.',
};

const en: typeof ru = {
  unsaved: (id) => (id === undefined ? 'A new ticket is not saved' : `The change of No. ${id} is not saved`),
  open: (id) => (id === undefined ? 'Open the new ticket' : `Open the change of No. ${id}`),
  goOn: 'Open',
  remove: 'Delete the draft',
  removed: 'Draft deleted',
  begun: 'This is a draft: the change was begun earlier and not saved.',
  askOne: (id) =>
    id === undefined
      ? 'A new ticket is not saved. Sign out and delete it?'
      : `The change of ticket No. ${id} is not saved. Sign out and delete it?`,
  askMany: 'Some changes are not saved. Sign out and delete them?',
  stay: 'Stay',
  leave: 'Sign out and delete',
  held: 'You signed out in another tab. Sign in again to keep what is not saved: it waits here until this tab is closed.',
};

export const draftMessages: Messages<typeof ru> = { ru, en };
