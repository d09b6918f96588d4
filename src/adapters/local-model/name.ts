import type { SimilarityLevels } from '../../ports/embedder.ts';

/** Model names with version. Any change of any vector needs a new name: vectors of two versions cannot be compared. */
export const localModel = 'local-1';
export const semanticModel = 'local-2';

/**
 * Measured for this version (docs/benchmarks.md, "Retrieval"). Of the texts found with a cosine of the upper level, at least four in five have the intent of
 * the query on every list; of those of the lower one, about two in five; below, on Russian tickets of many subjects, one in a hundred.
 */
export const localSimilarityLevels: SimilarityLevels = { verySimilar: 0.5, similar: 0.35 };
