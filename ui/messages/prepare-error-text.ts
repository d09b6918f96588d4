import type { ApiError } from '../api/api-error.ts';
import { loadMenus } from '../components/load-menus.ts';
import { errorCodeText } from './error-codes.ts';

/**
 * Loads the translations of details, unless the code of the failure says all. They are as much text as a page has and of no use until something is refused, so
 * they come with the menus. Without a connection the details stay as they are.
 */
export const prepareErrorText = async ({ code }: ApiError): Promise<void> => {
  if (errorCodeText(code) === undefined && code !== 'rate-limit-exceeded') await loadMenus().catch(() => undefined);
};
