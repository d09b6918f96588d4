import { language } from './language.ts';

const locales = { ru: 'ru-RU', en: 'en-US' };

/** The locale of the document's language. */
const locale = (): string => locales[language()];

/** 4 218 or 4,218. */
export const figure = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(locale(), options).format(value);

/** 86,6 % or 86.6%; `share` from 0 to 1. */
export const percent = (share: number): string =>
  figure(share, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 12 марта 2026 or March 12, 2026; in the zone of the browser, unless another is given. */
export const day = (iso: string, timeZone?: 'UTC'): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long', year: 'numeric', ...(timeZone && { timeZone }) })
    .format(new Date(iso))
    .replace(/\s*г\.$/u, '');

/** 12 марта 2026, 14:05. */
export const moment = (iso: string): string => `${day(iso)}, ${timeOfDay(iso)}`;

/** 12 марта or Mar 12; with the year if it is not this one. */
export const shortDay = (iso: string): string => {
  const date = new Date(iso);
  const month = language() === 'ru' ? 'long' : 'short';
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(locale(), { day: 'numeric', month, ...year }).format(date).replace(/\s*г\.$/u, '');
};

/** 14:05 or 2:05 PM. */
export const timeOfDay = (iso: string): string =>
  new Intl.DateTimeFormat(locale(), { hour: language() === 'ru' ? '2-digit' : 'numeric', minute: '2-digit' }).format(
    new Date(iso),
  );

/** 12 марта, 14:05. */
export const shortMoment = (iso: string): string => `${shortDay(iso)}, ${timeOfDay(iso)}`;

const dayMs = 86_400_000;

/** The number of a day of the calendar, in the zone of the browser. */
const calendarDay = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs;
};

/** 3 года назад or 3 years ago, in whole years, months or days of the calendar; сегодня, вчера. */
export const ago = (time: number, now = Date.now()): string => {
  const days = Math.max(0, calendarDay(now) - calendarDay(time));
  if (days < 31)
    return new Intl.RelativeTimeFormat(locale(), { numeric: days < 2 ? 'auto' : 'always' }).format(-days, 'day');
  const months = Math.floor(days / 30.44);
  const [value, unit] = months < 12 ? ([months, 'month'] as const) : ([Math.floor(days / 365.25), 'year'] as const);
  return new Intl.RelativeTimeFormat(locale()).format(-Math.max(1, value), unit);
};

/** через 6 дней or in 6 days; завтра, сегодня. */
export const remaining = (ms: number): string =>
  new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.floor(ms / dayMs), 'day');

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** A count and its noun with a no-break space: 1 обращение, 2 обращения, 5 обращений. */
export const counted = (count: number, forms: Forms): string => `${figure(count)}\u00a0${pluralOf(count, forms)}`;

/** The plural form for a count. */
export const pluralOf = (count: number, forms: Forms): string =>
  forms[new Intl.PluralRules(locale()).select(count)] ?? forms.other;

/** 1,4 МБ or 1.4 MB; 999 bytes. */
export const fileSize = (bytes: number): string => {
  const [value, unit] =
    bytes < 1000
      ? ([bytes, 'byte'] as const)
      : bytes < 1_000_000
        ? ([bytes / 1000, 'kilobyte'] as const)
        : bytes < 1_000_000_000
          ? ([bytes / 1_000_000, 'megabyte'] as const)
          : ([bytes / 1_000_000_000, 'gigabyte'] as const);
  // The short form of a byte has no plural in English.
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  return figure(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
};
