import { readSetting, saveSetting } from '../../../browser/storage.ts';

/** An upload that goes on without this window. */
export type RememberedUpload = { readonly collectionId: string; readonly uploadId: string };

const isRemembered = (value: unknown): value is RememberedUpload =>
  typeof value === 'object' && value !== null && 'collectionId' in value && 'uploadId' in value;

/** The uploads that were accepted and whose end this browser has not seen, the latest last. Only ids are kept: the service tells the rest to their user. */
export const rememberedUploads = (): readonly RememberedUpload[] => {
  try {
    const value: unknown = JSON.parse(readSetting('uploads') ?? '[]');
    return Array.isArray(value) ? value.filter(isRemembered) : [];
  } catch {
    return [];
  }
};

/** More are not followed: a user has five progress streams. */
const maxRemembered = 3;

export const rememberUpload = ({ collectionId, uploadId }: RememberedUpload): void => {
  const others = rememberedUploads().filter((each) => each.uploadId !== uploadId);
  saveSetting('uploads', JSON.stringify([...others, { collectionId, uploadId }].slice(-maxRemembered)));
};

export const forgetUpload = (uploadId: string): void => {
  const others = rememberedUploads().filter((each) => each.uploadId !== uploadId);
  saveSetting('uploads', others.length === 0 ? undefined : JSON.stringify(others));
};
