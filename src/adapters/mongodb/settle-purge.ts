/** What is known of the tombstones of a copy. */
type Tombstones = {
  readonly unpurged: () => Promise<readonly string[]>;
  /** Those of the given ones below which something hangs. */
  readonly filled: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly mark: (ids: readonly string[], purged: boolean) => Promise<void>;
};

/** Marks the tombstones below which nothing hangs as purged. */
export const settlePurge = async ({ unpurged, filled, mark }: Tombstones): Promise<void> => {
  const ids = await unpurged();
  const before = await filled(ids);
  const empty = ids.filter((id) => !before.has(id));
  await mark(empty, true);
  // Something late may have come between the look and the mark.
  await mark([...(await filled(empty))], false);
};
