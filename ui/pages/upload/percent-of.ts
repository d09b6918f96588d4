import type { Stage } from './send-file.ts';

/** Whole percents of what can be measured: bytes that were sent, tickets that are done. */
export const percentOf = (stage: Stage): number | undefined => {
  if (stage.at === 'transfer') return Math.floor(stage.share * 100);
  if (stage.at !== 'work' || !stage.progress?.total) return undefined;
  const { stored, skipped, total } = stage.progress;
  return Math.floor(Math.min((stored + skipped) / total, 1) * 100);
};
