import type { ApiError } from '../api/api-error.ts';
import { commonMessages } from './common.ts';
import { errorDetailText } from './error-details.ts';
import { type Messages, translated } from './language.ts';

const ru = {
  offline: 'Нет связи с сервисом.',
  tooMany: (seconds: number) => `Слишком много запросов. Можно продолжить через ${commonMessages.ru.seconds(seconds)}.`,
  notFound: 'Такой коллекции нет: возможно, её удалили.',
  noTicket: 'Такого обращения нет: возможно, его удалили.',
  service: (detail: string) => `Сервис не смог ответить: ${detail}`,
  request: (id: string) => `Номер запроса для администратора: ${id}`,
  refused: (detail: string) => `Запрос не принят: ${detail}`,
};

const en: typeof ru = {
  offline: 'The service cannot be reached.',
  tooMany: (seconds) => `Too many requests. Try again in ${commonMessages.en.seconds(seconds)}.`,
  notFound: 'There is no such collection: it may have been deleted.',
  noTicket: 'There is no such ticket: it may have been deleted.',
  service: (detail) => `The service could not answer: ${detail}`,
  request: (id) => `Request for the administrator: ${id}`,
  refused: (detail) => `The request was refused: ${detail}`,
};

const failures: Messages<typeof ru> = { ru, en };

/** A sentence for a failed request in the document's language; includes the service's detail text where it is the only explanation. */
export const requestErrorText = ({ status, detail, retryAfter, requestId }: ApiError): string => {
  const messages = translated(failures);
  if (status === 0) return messages.offline;
  if (status === 429) {
    return /^Too many .*logins/.test(detail) ? `${errorDetailText(detail)}.` : messages.tooMany(retryAfter ?? 60);
  }
  if (status === 404) return detail === 'Ticket not found' ? messages.noTicket : messages.notFound;
  if (status < 500) return messages.refused(errorDetailText(detail));
  const translatedDetail = errorDetailText(detail);
  const said = translatedDetail === detail ? messages.service(detail) : translatedDetail;
  return requestId === undefined ? said : `${said.replace(/[.!]?$/, '.')} ${messages.request(requestId)}`;
};
