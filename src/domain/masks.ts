const masks = /\[(?:ТЕЛЕФОН|EMAIL|ИМЯ)\]/g;

const inWords = {
  ru: { '[ИМЯ]': '[имя скрыто]', '[ТЕЛЕФОН]': '[телефон скрыт]', '[EMAIL]': '[почта скрыта]' },
  en: { '[ИМЯ]': '[name hidden]', '[ТЕЛЕФОН]': '[phone hidden]', '[EMAIL]': '[email hidden]' },
} as const;

/** How many masks stand in a text for personal data that was removed from it. */
export const countMasks = (text: string): number => text.match(masks)?.length ?? 0;

/** Returns a text with blanks for its masks of personal data. */
export const withoutMasks = (text: string): string => text.replace(masks, ' ');

/** Returns a text with its masks in words: on paper nothing explains them. */
export const withMasksInWords = (text: string, language: keyof typeof inWords): string =>
  text.replace(masks, (mask) => inWords[language][mask as keyof (typeof inWords)[typeof language]]);
