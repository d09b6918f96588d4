import { detailText } from './detail-text.ts';
import type { Sentence } from './error-sentences.ts';
import { language } from './language.ts';

/** What the steps of an erasure wait for, as `src/operations` says it. */
const sentences: readonly Sentence[] = [
  [/^what was begun before the deletion, for some seconds$/, 'Несколько секунд ждём, пока закончится начатое раньше'],
  [/^the deletion of (\d+) collections$/, 'Ждём удаления коллекций: $1'],
  [/^(\d+) uploads that end$/, 'Ждём конца загрузок: $1'],
  [/^(\d+) uploads that were running may hold the texts$/, 'Ждём конца загрузок, в которых могут быть тексты: $1'],
  [
    /^(\d+) files that were being sent or read may hold the texts$/,
    'Ждём конца чтения файлов, в которых могут быть тексты: $1',
  ],
  [/^the list of accounts does not have the deletion yet$/, 'Список аккаунтов ещё не обновился'],
  [/^the list of uploads still has reasons that quote files$/, 'В записях загрузок ещё есть причины с текстом файлов'],
  [/^the list of questions does not have the erasure yet$/, 'Список вопросов ещё не обновился'],
  [/^the read models do not have the erasure yet$/, 'Представления ещё не обновились'],
  [/^others write what belongs to the account at the same time$/, 'В это же время записываются данные аккаунта'],
  [/^others change the tickets at the same time$/, 'В это же время обращения меняют'],
  [/^an answer from the tickets was recorded meanwhile$/, 'Тем временем записан ответ по этим заявкам'],
  [/^verdicts are given at the same time$/, 'В это же время ставят оценки'],
  [/^the purge of deleted collections$/, 'Ждём очистки после удалённых коллекций'],
  [/^the log still gives (\d+) events(?: of answers)?$/, 'Журнал ещё отдаёт событий: $1'],
  [/^the index still has (\d+) rows$/, 'В индексе ещё есть строки: $1'],
  [/^the index still has (\d+) removed documents on disk$/, 'На диске индекса ещё есть удалённые документы: $1'],
  [/^copies of the index that are away: (\d+)$/, 'Недоступны копии индекса: $1'],
  [/^the next scavenge of EventStoreDB$/, 'Ждём следующей очистки EventStoreDB'],
  [
    /^(\d+) pieces of the texts are left in files: the operator of the service has to remove them$/,
    'Отрывков текста в файлах: $1. Их убирает администратор сервиса',
  ],
  [
    /^(\d+) pieces of the texts are left in files: they are looked for again$/,
    'Отрывков текста в файлах: $1. Ищем ещё раз',
  ],
];

/** Why a step of an erasure is not verified yet, in the document's language; unknown reasons are returned unchanged. */
export const stepReasonText = (reason: string): string => {
  if (language() === 'en') return reason.charAt(0).toUpperCase() + reason.slice(1);
  const found = sentences.find(([pattern]) => pattern.test(reason));
  return found ? reason.replace(...found) : detailText(reason);
};
