import { retriable } from '../browser/retriable-import.ts';

const load = retriable(() => import('./error-details.ts'));

/** Loads the translations: as much text as a page has, which is of no use until something is refused. Without a connection the details stay as they are. */
export const loadDetailTexts = async (): Promise<void> => {
  await load().catch(() => undefined);
};
