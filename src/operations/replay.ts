import type { RunningProjection } from '../../projections/projector.ts';
import { type OperationReport, type Progress, readingProgress } from './operation.ts';

/** Rebuilds one read model from the log as a new generation and reports whether readers were switched to it. */
export const replay = async (
  projection: RunningProjection,
  { accept, progress }: { readonly accept: boolean; readonly progress: Progress },
): Promise<OperationReport> => {
  const { name } = projection;
  const { before, after, same, switched } = await projection.replay({
    accept,
    progress: (made) => progress(readingProgress(name, made)),
  });
  const outcome = switched ? 'switched' : 'not switched (look into it, or repeat with --accept)';
  const found = `${after.count} after, hashes of ids ${same ? 'the same' : 'different'}`;
  const parity = before ? `${before.count} before, ${found}` : `damaged before, ${after.count} after`;
  return { succeeded: switched, lines: [`${name}: parity: ${parity}; ${outcome}`] };
};
