import type { Decider } from './decider.ts';
import type { EmbeddingModel, EmbeddingModelChosen, LogCreated } from './events.ts';
import { choiceOf, modelOfChoice } from './model-identity.ts';

export type LogCommand =
  | { readonly type: 'CreateLog'; readonly logId: string }
  | { readonly type: 'ChooseFirstModel'; readonly model: EmbeddingModel }
  | { readonly type: 'ChooseModel'; readonly model: EmbeddingModel };

export type LogState = { readonly logId: string | undefined; readonly model: EmbeddingModel | undefined };

/** The stream `log`: the identity of the log and the embedding model in use. The first id and the first model win a race. */
export const logIdentity: Decider<LogCommand, LogState, LogCreated | EmbeddingModelChosen> = {
  initialState: { logId: undefined, model: undefined },

  decide: (command, state) => {
    if (command.type === 'CreateLog') {
      return state.logId === undefined ? [{ type: 'LogCreated', data: { logId: command.logId } }] : [];
    }
    const { model, dimensions } = command.model;
    const isUnchanged =
      command.type === 'ChooseFirstModel'
        ? state.model !== undefined
        : state.model?.model === model && state.model.dimensions === dimensions;
    return isUnchanged ? [] : [{ type: 'EmbeddingModelChosen', data: choiceOf(command.model) }];
  },

  evolve: (state, event) =>
    event.type === 'LogCreated'
      ? { ...state, logId: event.data.logId }
      : { ...state, model: modelOfChoice(event.data) },
};
