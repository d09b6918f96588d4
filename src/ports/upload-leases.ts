/** Which running uploads have a living process: it renews each one's lease every 5 s. */
export type UploadLeases = {
  readonly renew: (upload: string) => Promise<void>;
  readonly release: (upload: string) => Promise<void>;
  /** Whether an upload was neither released nor, as far as is known, left by a process that died. */
  readonly isHeld: (upload: string) => Promise<boolean>;
  /** Those of the given uploads whose process is dead: their lease was not renewed for 30 s, by the asker's own clock. */
  readonly expired: (uploads: readonly string[]) => Promise<readonly string[]>;
};
