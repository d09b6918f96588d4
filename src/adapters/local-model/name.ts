/** The local model and its version: vectors of two versions cannot be compared, so whatever changes them changes this name. */
export const localModel = 'local-1';
