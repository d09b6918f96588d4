import { withMasksInWords } from '../../../src/domain/masks.ts';
import type { Erasure } from '../../api/erasures.ts';
import { erasureMessages } from '../../messages/erasure.ts';
import { day } from '../../messages/format.ts';
import { language, translated } from '../../messages/language.ts';

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

/** What the receipt says above its steps: names and values. */
export const erasureFacts = (erasure: Erasure): readonly (readonly [string, string])[] => {
  const messages = translated(erasureMessages);
  const { requested_at: requested, proven_at: proven, requested_for: forWhom, unknown, elsewhere } = erasure;
  const ids = erasure.tickets.map(({ ticket_id: id }) => id);
  const texts = erasure.tickets.reduce((sum, { revisions }) => sum + revisions, 0);
  const moment = (at: string) => `${day(at)}, ${secondsOfDay(at)}`;
  const end = proven === null ? null : isSameDay(requested, proven) ? secondsOfDay(proven) : moment(proven);
  return [
    [messages.what, messages.whatText(ids, texts, erasure.erased_before)],
    [messages.collection, erasure.collection_name],
    [messages.when, messages.whenText(moment(requested), end, zoneAt(requested))],
    [messages.who, `${erasure.requested_by}, ${messages.surface[erasure.surface]}`],
    ...(forWhom === null ? [] : [[messages.forWhom, withMasksInWords(forWhom, language())] as const]),
    ...(unknown === 0 ? [] : [[messages.unknown, messages.unknownText(unknown)] as const]),
    ...(elsewhere.length === 0 ? [] : [[messages.elsewhere, messages.elsewhereText(erasure)] as const]),
    ...(ids.length === 0 ? [] : [[messages.later, messages.laterText(ids)] as const]),
  ];
};
