import type { ApiError } from '../api/api-error.ts';
import { commonMessages } from './common.ts';
import { detailText } from './detail-text.ts';
import { errorCodeText } from './error-codes.ts';
import { type Messages, translated } from './language.ts';

const ru = {
  offline: 'Нет связи с сервисом.',
  online: 'Связь снова есть: повторите.',
  tooMany: (seconds: number) =>
    seconds > 0
      ? `Слишком много запросов. Можно продолжить через ${commonMessages.ru.seconds(seconds)}.`
      : 'Слишком много запросов. Уже можно продолжить.',
  tooManyForNow: 'Запросы этой минуты кончились: обновим сами',
  inSeconds: (seconds: number) => `через ${commonMessages.ru.seconds(seconds)}.`,
  within: 'через',
  service: (detail: string) => `Сервис не смог ответить: ${detail}`,
  request: (id: string) => `Номер запроса для администратора: ${id}`,
  refused: (detail: string) => `Запрос не принят: ${detail}`,
};

const en: typeof ru = {
  offline: 'The service cannot be reached.',
  online: 'The connection is back: try again.',
  tooMany: (seconds) =>
    seconds > 0
      ? `Too many requests. Try again in ${commonMessages.en.seconds(seconds)}.`
      : 'Too many requests. You can try again now.',
  tooManyForNow: 'The requests of this minute are used up: it is loaded again by itself',
  inSeconds: (seconds) => `in ${commonMessages.en.seconds(seconds)}.`,
  within: 'in',
  service: (detail) => `The service could not answer: ${detail}`,
  request: (id) => `Request for the administrator: ${id}`,
  refused: (detail) => `The request was refused: ${detail}`,
};

const failures: Messages<typeof ru> = { ru, en };

/**
 * A sentence for a failed request in the document's language; by its code, or else with the service's detail text. `secondsLeft`: how long a
 * 429 still asks to wait.
 */
export const requestErrorText = (
  { status, detail, code, retryAfter, requestId }: ApiError,
  secondsLeft = retryAfter ?? 60,
): string => {
  const messages = translated(failures);
  if (status === 0) return messages.offline;
  if (code === 'too-many-attempts') return `${detailText(detail)}.`;
  const coded = errorCodeText(code);
  if (status === 429) return coded ?? messages.tooMany(secondsLeft);
  if (status < 500) return coded ?? messages.refused(detailText(detail));
  const translatedDetail = detailText(detail);
  const said = coded ?? (translatedDetail === detail ? messages.service(detail) : translatedDetail);
  return requestId === undefined ? said : `${said.replace(/[.!]?$/, '.')} ${messages.request(requestId)}`;
};

/** For a request that had no connection, once there is one. */
export const backOnlineText = (): string => translated(failures).online;

/** The same for what is loaded again by itself: after `said` the seconds are counted down, for screen readers they are `spoken`. */
export const refreshErrorText = (
  error: ApiError,
): { readonly said: string; readonly wait?: { readonly seconds: number; readonly spoken: string } } => {
  if (error.status !== 429) return { said: requestErrorText(error) };
  const { tooManyForNow, inSeconds, within } = translated(failures);
  const seconds = error.retryAfter ?? 60;
  return { said: `${tooManyForNow} ${within}`, wait: { seconds, spoken: `${tooManyForNow} ${inSeconds(seconds)}` } };
};
