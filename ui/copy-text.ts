/** Puts text on the clipboard; false where the browser does not allow it, as over plain HTTP. */
export const copyText = async (text: string): Promise<boolean> => {
  // Only pages over HTTPS and on this machine have a clipboard, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
