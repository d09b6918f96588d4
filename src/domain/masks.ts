const masks = /\[(?:ТЕЛЕФОН|EMAIL|ИМЯ)\]/g;

/** How many masks stand in a text for personal data that was removed from it. */
export const countMasks = (text: string): number => text.match(masks)?.length ?? 0;

/** Returns a text with blanks for its masks of personal data. */
export const withoutMasks = (text: string): string => text.replace(masks, ' ');
