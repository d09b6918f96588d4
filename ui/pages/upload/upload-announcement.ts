import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { type FlowState, percentOf } from './flow/flow-state.ts';
import { skippedIn } from './upload-records.ts';

/** Returns the text of the live region for each state, with progress in steps of 10 %; undefined if it has not changed. */
export const createAnnouncer = (): ((state: FlowState) => string | undefined) => {
  let before = '';
  return (state) => {
    const sentence = sentenceOf(state);
    if (sentence === before) return undefined;
    before = sentence;
    return sentence;
  };
};

const sentenceOf = (state: FlowState): string => {
  const messages = translated(uploadMessages);
  switch (state.step) {
    case 'start':
      return '';
    case 'reading':
      return state.failure ? '' : messages.reading;
    case 'ready': {
      const { outcomes, unreadable_count: unreadable } = state.preview;
      return state.stale
        ? messages.rereading
        : messages.read(unreadable > 0 ? 0 : outcomes.stored, skippedIn(outcomes) + unreadable);
    }
    case 'sending':
    case 'following': {
      const { stage } = state;
      if (state.stopping) return messages.stopping;
      if (stage.phase === 'waiting')
        return stage.failure.status === 429 ? messages.busy(stage.failure.retryAfter ?? 60) : messages.offline;
      if (stage.phase === 'processing' && stage.progress?.waiting_for)
        return messages.waitingFor[stage.progress.waiting_for];
      const percent = stage.phase === 'processing' ? percentOf(stage) : undefined;
      return percent === undefined ? messages.follows : messages.percentSaid(Math.floor(percent / 10) * 10);
    }
    case 'ended':
      return messages.endedAway(state.upload);
    case 'failed':
      return '';
  }
};
