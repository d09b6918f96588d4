/** A JSON object of an export; nothing is known of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** The object, or an empty one. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The value at the end of a path of objects. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, name) => (Object.hasOwn(fieldsOf(inner), name) ? fieldsOf(inner)[name] : undefined), value);

/** A text that is not blank; of a number its digits. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

/** The first of several values that is a text. */
export const firstText = (...values: readonly unknown[]): string | undefined => {
  for (const value of values) {
    const text = textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
};

/** An id as text; none of zero, which desks use for nobody, and of a negative one, which is the desk itself. */
export const idOf = (value: unknown): string | undefined => {
  const text = textOf(value)?.trim();
  return text === undefined || /^(?:0|-\d+)$/.test(text) ? undefined : text;
};

/** The members of a list, or of an object that has them by their numbers, in the order of these; undefined if it is neither. */
export const listOf = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => (/^\d+$/.test(name) ? [member] : []));
};

/** A flag, also as a number or a text. */
export const isSet = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** Messages in the order of their ids, which grow, if all have one; else as they are. */
export const inOrderOfIds = (messages: readonly unknown[], name: string): readonly unknown[] => {
  const numbered = messages.map((message) => ({ message, id: Number(idOf(at(message, name))) }));
  return numbered.every(({ id }) => Number.isFinite(id))
    ? numbered.toSorted((one, other) => one.id - other.id).map(({ message }) => message)
    : messages;
};

const ofDay = /^(\d{1,2}):(\d{2})(?::(\d{2}))? (\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const withoutZone = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/**
 * A time as ISO 8601 in UTC: of ISO 8601, RFC 2822, "10:30:00 21.05.2026", or seconds since 1970. One without a time zone counts as UTC. Undefined for anything
 * else.
 */
export const timeOf = (value: unknown): string | undefined => {
  const text = textOf(value)?.trim();
  if (text === undefined || text.length > 100) return undefined;
  if (/^\d{9,10}$/.test(text)) return iso(Number(text) * 1_000);
  const day = ofDay.exec(text);
  if (day) {
    const [hour = 0, minute = 0, second = 0, date = 0, month = 0, year = 0] = day
      .slice(1)
      .map((part: string | undefined) => Number(part ?? 0));
    return iso(Date.UTC(year, month - 1, date, hour, minute, second));
  }
  if (!/^(?:\d{4}-\d{2}-\d{2}|[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4})/.test(text)) return undefined;
  return iso(Date.parse(withoutZone.test(text) ? `${text.replace(' ', 'T')}Z` : text));
};

const iso = (time: number): string | undefined =>
  Number.isFinite(time) && time >= 0 && time < 253_402_300_800_000 ? new Date(time).toISOString() : undefined;
