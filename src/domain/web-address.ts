/** What no address has as it is written. */
const notInAddress = /[\s\p{Cc}]/u;

/**
 * An address on the web in its one spelling, or undefined: http or https, and without a user and password, which are a secret of somebody. Blanks around it
 * belong to the table that it stood in.
 */
export const webAddress = (text: string): string | undefined => {
  const written = text.trim();
  if (!/^https?:\/\//i.test(written) || notInAddress.test(written)) return undefined;
  const address = URL.parse(written);
  return address && address.username === '' && address.password === '' ? address.href : undefined;
};
