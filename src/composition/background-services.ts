import { codeBlocksService } from '../adapters/sqlite/vectors/store-code-blocks.ts';
import type { CommandContext } from '../commands/command-handler.ts';
import type { BackgroundService } from '../concurrency/background-service.ts';
import type { Config } from '../config.ts';
import { closingService, groupingService } from '../operations/find-gaps.ts';
import { questionExpiry } from '../operations/expire-questions.ts';
import type { ProjectionsContext } from '../operations/start-projections.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { GapFinder } from '../ports/gap-finder.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import { expiryService } from '../uploads/expire-uploads.ts';
import { interruptionService } from '../uploads/interrupt-uploads.ts';
import { undoService, undoUpload } from '../uploads/undo-upload.ts';
import { purgeService } from '../../projections/purge.ts';
import type { openStores } from './stores.ts';

type Core = {
  readonly stores: Awaited<ReturnType<typeof openStores>>;
  readonly context: ProjectionsContext;
  readonly projections: Pick<ReadYourWrites, 'waitForPosition'>;
};

export type ServicesOptions = {
  /** Whether deleted collections are purged, and uploads undone and expired. */
  readonly purge: boolean;
  /** Records of uploads do not expire without `keepUploadsDays`, questions not without `keepQuestionsDays`. */
  readonly config: Partial<Pick<Config, 'keepUploadsDays' | 'keepQuestionsDays'>>;
  readonly embedders: () => Promise<Embedders>;
  /** Questions are not grouped without it. */
  readonly finder: (GapFinder & { readonly close: () => Promise<void> }) | undefined;
};

type Failing = { readonly failed: (service: string, error: unknown) => void };

/** What runs when the projections have caught up, until the writer stops. */
export const backgroundServices = (
  { stores, context, projections }: Core,
  { purge, config, embedders, finder, failed, now, newId }: ServicesOptions & CommandContext & Failing,
): readonly BackgroundService[] => {
  const { log: streams, uploads, questions, leases, codeBlocks, eraseTraces, readers } = stores;
  const ofUploads = { now, newId, streams, uploads, projected: projections };
  const interruption = interruptionService({ ...ofUploads, leases }, context.leadership.isLeader);
  const always = [interruption, ...(codeBlocks ? [codeBlocksService(codeBlocks)] : [])];
  if (!purge) return always;
  const undo = undoUpload({ ...ofUploads, ...readers, embedders });
  const { keepUploadsDays: days = 0, keepQuestionsDays } = config;
  const ofQuestions = { now, newId, streams, questions, leadership: context.leadership };
  const ofGaps = { ...ofQuestions, gaps: stores.gaps, projected: projections };
  return [
    ...always,
    undoService(undo, { ...context, undoing: uploads.undoing, failed }),
    purgeService({ ...context, ...stores.models, eraseTraces }, Date.now),
    ...(keepQuestionsDays === undefined ? [] : [questionExpiry(ofQuestions, keepQuestionsDays)]),
    ...(finder ? gapServices({ ...ofGaps, finder }, context.signal) : []),
    ...(days > 0 ? [expiryService(ofUploads, { ...context, days })] : []),
  ];
};

/** Their thread ends at once when the writer stops: what it was asked is asked again after the next start. */
const gapServices = (
  parts: Parameters<typeof groupingService>[0] & { readonly finder: { readonly close: () => Promise<void> } },
  signal: AbortSignal,
): readonly BackgroundService[] => {
  const stop = parts.finder.close;
  signal.addEventListener('abort', () => void stop(), { once: true });
  return [
    { ...groupingService(parts), stop },
    { ...closingService(parts), stop },
  ];
};
