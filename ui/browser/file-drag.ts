const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

const setDropEffect = (effect: 'copy' | 'none', event: DragEvent): void => {
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = effect;
};

/** Handler of `dragover` for a drop target: allows the drop and returns true if files are dragged. */
export const acceptFiles = (event: DragEvent): boolean => {
  if (!hasFiles(event)) return false;
  setDropEffect('copy', event);
  return true;
};

/** Outside of drop targets, keeps the browser from opening a dropped file in place of the page; runs before the targets' handlers. Returns the function that removes it. */
export const preventStrayDrops = (): (() => void) => {
  const prevent = (event: DragEvent) => {
    if (hasFiles(event)) setDropEffect('none', event);
  };
  window.addEventListener('dragover', prevent, { capture: true });
  return () => window.removeEventListener('dragover', prevent, { capture: true });
};
