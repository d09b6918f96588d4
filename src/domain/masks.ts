const masks = /\[(?:ТЕЛЕФОН|EMAIL|ИМЯ)\]/g;

/** How many masks stand in a text for personal data that was removed from it. */
export const countMasks = (text: string): number => text.match(masks)?.length ?? 0;
