import type { Decider } from './decider.ts';
import type { ApiKeyRotationFinished, ApiKeyRotationStarted, DataKeyChosen } from './events.ts';

export type DataKeyCommand =
  /** `instead` is the key id that was read: another process may have chosen a key meanwhile. */
  | { readonly type: 'ChooseDataKey'; readonly dataKeyId: string; readonly instead: string | undefined }
  | { readonly type: 'StartRotation'; readonly run: string; readonly dataKeyId: string }
  | { readonly type: 'FinishRotation'; readonly run: string };

export type DataKeyState = {
  /** Undefined in a log that an older release wrote. */
  readonly dataKeyId: string | undefined;
  /** The rotation of all API keys that has not finished. */
  readonly rotation: { readonly run: string; readonly dataKeyId: string } | undefined;
  readonly finishedRun: string | undefined;
};

type DataKeyEvent = DataKeyChosen | ApiKeyRotationStarted | ApiKeyRotationFinished;

/** The stream `data-key`: which key the API keys of the log are sealed with. An unfinished rotation with the same key is continued. */
export const dataKey: Decider<DataKeyCommand, DataKeyState, DataKeyEvent> = {
  initialState: { dataKeyId: undefined, rotation: undefined, finishedRun: undefined },

  decide: (command, { dataKeyId, rotation, finishedRun }) => {
    switch (command.type) {
      case 'ChooseDataKey': {
        if (dataKeyId !== command.instead || (dataKeyId === command.dataKeyId && !rotation)) return [];
        return [{ type: 'DataKeyChosen', data: { dataKeyId: command.dataKeyId } }];
      }
      case 'StartRotation': {
        if (rotation?.dataKeyId === command.dataKeyId || finishedRun === command.run) return [];
        return [{ type: 'ApiKeyRotationStarted', data: { run: command.run, dataKeyId: command.dataKeyId } }];
      }
      case 'FinishRotation':
        return rotation?.run === command.run ? [{ type: 'ApiKeyRotationFinished', data: rotation }] : [];
    }
  },

  evolve: (state, { type, data }) => {
    switch (type) {
      case 'DataKeyChosen':
        return { ...state, dataKeyId: data.dataKeyId, rotation: undefined };
      case 'ApiKeyRotationStarted':
        return { ...state, rotation: data };
      case 'ApiKeyRotationFinished':
        return { dataKeyId: data.dataKeyId, rotation: undefined, finishedRun: data.run };
    }
  },
};
