/** Downloads bytes as a file of that name. */
export const saveFile = (bytes: Blob, name: string): void => {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download starts after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
