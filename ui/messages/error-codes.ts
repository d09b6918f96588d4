import { type Messages, translated } from './language.ts';

/** What refusals say, by the service's codes (`Error-Code`); those whose detail says more, such as a path or a count, are not here. */
const ru = {
  'not-authenticated': 'Сеанс закончился: войдите снова.',
  'collection-not-found': 'Такой коллекции нет: возможно, её удалили.',
  'ticket-not-found': 'Такого обращения нет: возможно, его удалили.',
  'upload-not-found': 'Такой загрузки нет: возможно, она была в другой коллекции.',
  'answer-not-found': 'Такого ответа нет: возможно, срок его хранения истёк.',
  'erasure-not-found': 'Такой справки нет: возможно, ошибка в адресе.',
  'preview-not-found': 'Файла на сервере уже нет: отправьте его ещё раз.',
  'not-found': 'Такого адреса у сервиса нет: обновите страницу.',
  'ticket-erased': 'Обращение удалено навсегда.',
  'changed-meanwhile': 'То же самое сейчас меняют и другие: обновите страницу и повторите.',
  'ticket-changed': 'Обращение тем временем изменили: откройте его заново.',
  'body-too-large': 'Запрос слишком большой: файл может быть до 50 МБ, тексты обращения – до 1 МБ.',
  'headers-too-large': 'Браузер отправил слишком длинный запрос: сократите текст или фильтр.',
  'request-timeout': 'Запрос отправлялся слишком долго: проверьте связь и повторите.',
  'too-many-streams': 'Слишком много одновременных запросов: закройте лишние вкладки и повторите.',
  'model-changed': 'Модель поиска только что сменили: повторите.',
  starting: 'Сервис запускается: повторите через минуту.',
  'service-unreachable': 'Сервис сейчас недоступен: возможно, его обновляют. Повторите через минуту.',
  'service-timeout': 'Сервис не ответил вовремя: повторите, это безопасно.',
  'internal-error': 'Внутренняя ошибка сервиса: повторите, а если не поможет, сообщите администратору.',
};

const en: typeof ru = {
  'not-authenticated': 'The session has ended: sign in again.',
  'collection-not-found': 'There is no such collection: it may have been deleted.',
  'ticket-not-found': 'There is no such ticket: it may have been deleted.',
  'upload-not-found': 'There is no such upload: it may belong to another collection.',
  'answer-not-found': 'There is no such answer: it may have expired.',
  'erasure-not-found': 'There is no such receipt: the address may be mistyped.',
  'preview-not-found': 'The service no longer has the file: send it again.',
  'not-found': 'The service has no such address: reload the page.',
  'ticket-erased': 'The ticket was deleted for good.',
  'changed-meanwhile': 'Others are changing the same thing: reload the page and try again.',
  'ticket-changed': 'The ticket was changed meanwhile: open it again.',
  'body-too-large': 'The request is too large: a file may have up to 50 MB, the texts of a ticket 1 MB.',
  'headers-too-large': 'The browser sent too long a request: shorten the text or the filter.',
  'request-timeout': 'The request took too long to send: check the connection and try again.',
  'too-many-streams': 'Too many requests at the same time: close other tabs and try again.',
  'model-changed': 'The search model has just been changed: try again.',
  starting: 'The service is starting: try again in a minute.',
  'service-unreachable': 'The service cannot be reached: it may be being updated. Try again in a minute.',
  'service-timeout': 'The service did not answer in time: trying again is safe.',
  'internal-error': 'Internal error of the service: try again, and tell the administrator if it persists.',
};

const messages: Messages<Readonly<Record<string, string>>> = { ru, en };

/** The sentence for a code in the document's language; undefined for one that is not known. */
export const errorCodeText = (code: string): string | undefined => translated(messages)[code];
