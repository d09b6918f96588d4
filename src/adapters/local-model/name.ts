import type { SimilarityLevels } from '../../ports/embedder.ts';

/** Model names with version. Any change of any vector needs a new name: vectors of two versions cannot be compared. `local-1` compares words. */
export const lexicalModel = 'local-1';
/** The model of new logs; it finds by meaning. */
export const localModel = 'local-2';

/**
 * Measured for `local-1` (docs/benchmarks.md, "Retrieval"). Of the texts found with a cosine of the upper level, at least four in five have the intent of
 * the query on every list; of those of the lower one, about two in five; below, on Russian tickets of many subjects, one in a hundred.
 */
export const lexicalSimilarityLevels: SimilarityLevels = { verySimilar: 0.5, similar: 0.35 };

/** Measured for `local-2` in the same way: four in five and more from the upper level on, two in five between them. */
export const localSimilarityLevels: SimilarityLevels = { verySimilar: 0.5, similar: 0.4 };

/** The local models that this release can call, first that of new logs. */
export const localModels = [localModel, lexicalModel] as const;
