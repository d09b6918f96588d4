import type { AccountErasure } from '../../api/account-erasures.ts';
import type { Erasure } from '../../api/erasures.ts';
import { day } from '../../messages/format.ts';
import { language } from '../../messages/language.ts';

const locales = { ru: 'ru-RU', en: 'en-US' };

/** 14:07:31. */
export const secondsOfDay = (iso: string): string => {
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat(locales[language()], time).format(new Date(iso));
};

/** UTC+3: the zone in which times are shown. */
const zoneAt = (iso: string): string => {
  const minutes = -new Date(iso).getTimezoneOffset();
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${rest}`}`;
};

const isSameDay = (one: string, other: string): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** When an erasure was requested, when its last step was verified if all are, and the zone of both. */
export const erasureTimes = ({
  requested_at: requested,
  proven_at: proven,
}: Pick<Erasure | AccountErasure, 'requested_at' | 'proven_at'>): readonly [
  requested: string,
  proven: string | null,
  zone: string,
] => {
  const moment = (at: string) => `${day(at)}, ${secondsOfDay(at)}`;
  const end = proven === null ? null : isSameDay(requested, proven) ? secondsOfDay(proven) : moment(proven);
  return [moment(requested), end, zoneAt(requested)];
};
