import type { KeyUses } from '../ports/key-uses.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { WriterMethods } from './thread-methods.ts';

type Stores = { readonly leases: UploadLeases; readonly keyUses: KeyUses };

type Methods = 'renewUpload' | 'releaseUpload' | 'isUploadHeld' | 'recordKeyUses' | 'keyUsesOf' | 'removeKeyUses';

/** What other threads do with the stores beside the log and the read models. */
export const storeMethods = ({ leases, keyUses }: Stores): Pick<WriterMethods, Methods> => ({
  renewUpload: leases.renew,
  releaseUpload: leases.release,
  isUploadHeld: leases.isHeld,
  recordKeyUses: keyUses.record,
  keyUsesOf: keyUses.of,
  removeKeyUses: keyUses.remove,
});
