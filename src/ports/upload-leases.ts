/** Which running uploads have a living process: it renews each one's lease every 5 s. */
export type UploadLeases = {
  readonly renew: (upload: string) => Promise<void>;
  readonly release: (upload: string) => Promise<void>;
  /** Those of the given uploads whose process is dead: their lease was not renewed for 30 s, by the asker's own clock. */
  readonly expired: (uploads: readonly string[]) => Promise<readonly string[]>;
};
