/** A copy of a part of a text: the part itself would keep the whole text in memory. */
export const copied = (part: string): string => Buffer.from(part, 'utf16le').toString('utf16le');
