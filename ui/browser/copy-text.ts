const blob = (text: string, type: string): Blob => new Blob([text], { type });

/** Copies text to the clipboard, with its HTML for programs that take it; false if the browser does not allow it, as over plain HTTP. */
export const copyText = async (text: string, html?: string): Promise<boolean> => {
  // Undefined outside secure contexts (HTTPS, localhost), contrary to its type.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return false;
  try {
    if (html === undefined || !('ClipboardItem' in window)) await clipboard.writeText(text);
    else
      await clipboard.write([
        new ClipboardItem({ 'text/plain': blob(text, 'text/plain'), 'text/html': blob(html, 'text/html') }),
      ]);
    return true;
  } catch {
    return false;
  }
};
