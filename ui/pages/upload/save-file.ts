/** Saves bytes as a file under a name, as a download of the browser. */
export const saveFile = (bytes: Blob, name: string): void => {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has taken the bytes once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
