/** The wait in ms that a `Retry-After` header asks for, in seconds or as a date; 0 where there is none that can be read. `now` in ms since 1970. */
export const retryAfter = (header: string | null, now: number): number => {
  if (header === null) return 0;
  const value = header.trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
};
