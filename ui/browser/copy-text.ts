/** Copies text to the clipboard; false if the browser does not allow it, as over plain HTTP. */
export const copyText = async (text: string): Promise<boolean> => {
  // Undefined outside secure contexts (HTTPS, localhost), contrary to its type.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
