type Translate = (detail: string) => string;

let translate: Translate = (detail) => detail;

/** The service's detail text in the document's language, once the translations are loaded; unknown texts are returned unchanged. */
export const detailText: Translate = (detail) => translate(detail);

/** Called by the translations when they are loaded. */
export const setDetailTexts = (loaded: Translate): void => {
  translate = loaded;
};
