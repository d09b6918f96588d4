/** Copies a substring: in V8 the substring itself would keep its whole parent string in memory. */
export const copyString = (part: string): string => Buffer.from(part, 'utf16le').toString('utf16le');
