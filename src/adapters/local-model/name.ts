/** Model name with version. Any change of any vector needs a new name: vectors of two versions cannot be compared. */
export const localModel = 'local-1';
