/** Model names with version. Any change of any vector needs a new name: vectors of two versions cannot be compared. `local-1` compares words. */
export const lexicalModel = 'local-1';
/** The model of new logs; it finds by meaning. */
export const localModel = 'local-2';

/** The local models that this release can call, first that of new logs. */
export const localModels = [localModel, lexicalModel] as const;
