/** Why a text is not taken as a time of the past. */
export type TimeRefusal = 'unreadable' | 'ambiguous' | 'before 1970' | 'in the future';

/** What stands in a cell of a table in place of a time that is not known. */
const dash = /^[-–—]$/;

const timeOfDay = String.raw`(?:(?:,\s*|\s+|T)(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?:\s*(?<half>[ap])\.?m\.?)?(?:\s*(?<zone>Z|(?:UTC|GMT)?(?<sign>[+-])(?<zoneHours>\d\d?)(?::?(?<zoneMinutes>\d\d))?|UTC|GMT))?)?`;

const whole = (date: string): RegExp => new RegExp(`^${date}${timeOfDay}$`, 'iu');

/** The forms of a date whose parts have one place each: ISO 8601 and others that begin with the year; days first with dots; days and months by name. */
const forms = [
  String.raw`(?<year>\d{4})(?<separator>[-./])(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})`,
  String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?:\s*г\.?)?`,
  String.raw`(?:\p{L}{2,3}\.?,?\s+)?(?<day>\d{1,2})[\s\-/](?<name>\p{L}{3,8})\.?,?[\s\-/](?<year>\d{4})(?:\s*г\.?)?`,
  // As Jira writes it: 24/May/23.
  String.raw`(?<day>\d{1,2})\/(?<name>\p{L}{3,8})\/(?<shortYear>\d\d)`,
  String.raw`(?<name>\p{L}{3,8})\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})`,
].map(whole);

/** Of two numbers before the year one country means the day first, another the month. */
const twoNumbers = whole(String.raw`(?<one>\d{1,2})(?<separator>[-/])(?<other>\d{1,2})\k<separator>(?<year>\d{4})`);

const months = [
  ['jan', 'january', 'янв', 'январь', 'января'],
  ['feb', 'february', 'фев', 'февр', 'февраль', 'февраля'],
  ['mar', 'march', 'мар', 'март', 'марта'],
  ['apr', 'april', 'апр', 'апрель', 'апреля'],
  ['may', 'май', 'мая'],
  ['jun', 'june', 'июн', 'июнь', 'июня'],
  ['jul', 'july', 'июл', 'июль', 'июля'],
  ['aug', 'august', 'авг', 'август', 'августа'],
  ['sep', 'sept', 'september', 'сен', 'сент', 'сентябрь', 'сентября'],
  ['oct', 'october', 'окт', 'октябрь', 'октября'],
  ['nov', 'november', 'ноя', 'нояб', 'ноябрь', 'ноября'],
  ['dec', 'december', 'дек', 'декабрь', 'декабря'],
];

type Parts = Readonly<Record<string, string | undefined>>;

/** A text may be in the time of any zone, and none is known: a day of the east is the day after that of the west. */
const zonesMs = 24 * 60 * 60 * 1_000;

/**
 * A time of the past as ISO 8601 in UTC, from a text as desks and spreadsheets write it; '' for a text that says that there is none. A date without a time of
 * day is its midnight, a time without a zone is taken as UTC: an age is told in days. What can be read as two dates is not guessed.
 */
export const pastTime = (text: string, now: number = Date.now()): string | { readonly refused: TimeRefusal } => {
  const written = text.trim();
  if (written === '' || dash.test(written)) return '';
  const parts = partsOf(written);
  if (typeof parts === 'string') return { refused: parts };
  const time = timeOf(parts);
  if (time === undefined) return { refused: 'unreadable' };
  if (time < 0) return { refused: 'before 1970' };
  return time > now + zonesMs ? { refused: 'in the future' } : new Date(time).toISOString();
};

const partsOf = (text: string): Parts | 'unreadable' | 'ambiguous' => {
  for (const form of forms) {
    const { groups } = form.exec(text) ?? {};
    if (groups) return groups;
  }
  const { groups } = twoNumbers.exec(text) ?? {};
  if (!groups) return 'unreadable';
  const { one, other } = groups;
  if (Number(one) > 12 || one === other) return { ...groups, day: one, month: other };
  return Number(other) > 12 ? { ...groups, day: other, month: one } : 'ambiguous';
};

const monthOf = ({ month, name = '' }: Parts): number =>
  month === undefined ? months.findIndex((names) => names.includes(name.toLowerCase())) + 1 : Number(month);

/** In ms; undefined for a day or a time of day that does not exist. */
const timeOf = (parts: Parts): number | undefined => {
  const { year, shortYear, day, minute = '0', second = '0', fraction = '' } = parts;
  const [wholeYear, month] = [year === undefined ? 2_000 + Number(shortYear) : Number(year), monthOf(parts)];
  const hour = hourOf(parts);
  const offset = offsetOf(parts);
  const isPossible = hour !== undefined && Number(minute) < 60 && Number(second) < 60 && offset !== undefined;
  if (!isPossible || month < 1 || month > 12) return undefined;
  // A year before 100 would be one of the last century.
  const midnight = new Date(0);
  midnight.setUTCFullYear(wholeYear, month - 1, Number(day));
  if (midnight.getUTCDate() !== Number(day)) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  return midnight.getTime() + ((hour * 60 + Number(minute) - offset) * 60 + Number(second)) * 1_000 + milliseconds;
};

const hourOf = ({ hour = '0', half }: Parts): number | undefined => {
  const number = Number(hour);
  if (half === undefined) return number < 24 ? number : undefined;
  if (number < 1 || number > 12) return undefined;
  return (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
};

/** In minutes; undefined if no zone has it. */
const offsetOf = ({ sign, zoneHours = '0', zoneMinutes = '0' }: Parts): number | undefined => {
  const minutes = Number(zoneHours) * 60 + Number(zoneMinutes);
  if (Number(zoneMinutes) > 59 || minutes > 14 * 60) return undefined;
  return sign === '-' ? -minutes : minutes;
};
