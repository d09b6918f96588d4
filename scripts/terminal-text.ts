/** All that Unicode has for machines, but ends of lines: controls of a terminal and of the direction of writing, what has no form, and what is not assigned. */
const unprintable = /[^\P{C}\n]/gu;

/**
 * A text for a terminal. What a service, a desk or a file has said may hold sequences that rewrite what was printed, rename the window or turn the direction of
 * writing: each of their characters is shown as one that cannot be shown.
 */
export const terminalText = (text: string): string => text.replace(unprintable, '\uFFFD');

/** Prints on the standard error. */
export const printError = (text: string): void => console.error(terminalText(text));
