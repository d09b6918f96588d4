import { keyUseRecorder } from '../commands/record-key-uses.ts';
import { noRecorder, questionRecorder, type QuestionRecorder } from '../commands/record-questions.ts';
import type { Config } from '../config.ts';
import type { Metrics } from '../http/metrics.ts';
import { areFoundGone } from '../queries/sources-left.ts';
import { lateQuotas } from '../queries/find-usage.ts';
import type { ReadModels } from './read-stores.ts';
import type { WriterMethods } from './thread-methods.ts';

const clock = () => new Date();

type Recording = {
  readonly writer: WriterMethods;
  readonly stores: ReadModels;
  readonly metrics: Pick<Metrics, 'question'>;
};

/** What is recorded after the answers of requests: questions, and the uses of keys. */
export const openRecording = (config: Config, { writer, ...recording }: Recording) => ({
  recorder: openRecorder(config, { writer, ...recording }),
  keyUses: keyUseRecorder({ record: writer.recordKeyUses, now: clock }),
});

const openRecorder = (
  { keepQuestionsDays, tenantMax }: Config,
  { writer, stores, metrics }: Recording,
): QuestionRecorder =>
  keepQuestionsDays === 0
    ? noRecorder
    : questionRecorder({
        streams: writer,
        projected: writer,
        now: clock,
        quotas: lateQuotas(stores, tenantMax),
        areFoundGone: areFoundGone(stores.collections),
        counted: metrics.question,
      });
