import { ApiError } from '../../api/api-error.ts';

/** The example tickets, made-up ones of a shop, as a file of that name. Throws ApiError. */
export const exampleTickets = async (name: string): Promise<File> => {
  const response = await fetch('/templates/examples.json').catch((error: unknown) => {
    throw new ApiError(0, String(error));
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText);
  return new File([await response.blob()], name, { type: 'application/json' });
};
