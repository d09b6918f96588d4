const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

const say = (effect: 'copy' | 'none', event: DragEvent): void => {
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = effect;
};

/** Says that a file may fall here; false where none is dragged. */
export const takesFiles = (event: DragEvent): boolean => {
  if (!holdsFiles(event)) return false;
  say('copy', event);
  return true;
};

/** The browser would open a file in place of the page where nothing takes it. Whatever takes files hears of them after this. Returns what ends it. */
export const refuseStrayFiles = (): (() => void) => {
  const refuse = (event: DragEvent) => {
    if (holdsFiles(event)) say('none', event);
  };
  window.addEventListener('dragover', refuse, { capture: true });
  return () => window.removeEventListener('dragover', refuse, { capture: true });
};
