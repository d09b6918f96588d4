/** A value of JSON as its canonical text (RFC 8785): no blanks, names in the order of their UTF-16 units, numbers and strings as ECMAScript writes them. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).toSorted((one, other) => (one < other ? -1 : 1));
  const member = (name: string) => `${JSON.stringify(name)}:${canonicalJson((value as Record<string, unknown>)[name])}`;
  return `{${names.map(member).join(',')}}`;
};
