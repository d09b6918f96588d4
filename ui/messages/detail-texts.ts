import { retriable } from '../browser/retriable-import.ts';

const load = retriable(() => import('./error-details.ts'));

let translate = (detail: string): string => detail;

/** The service's detail text in the document's language, once the translations are loaded; unknown texts are returned unchanged. */
export const detailText = (detail: string): string => translate(detail);

/** Loads the translations: as much text as a page has, which is of no use until something is refused. Without a connection the details stay as they are. */
export const loadDetailTexts = async (): Promise<void> => {
  await load().then(
    ({ errorDetailText }) => (translate = errorDetailText),
    () => undefined,
  );
};
