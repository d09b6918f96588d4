type Close = () => Promise<void> | void;

/** Collects what has been opened; `close` closes it in reverse order. */
export const openResources = () => {
  const closing: Close[] = [];
  return {
    opened: <Resource extends { readonly close: Close }>(resource: Resource): Resource => {
      closing.push(() => resource.close());
      return resource;
    },
    close: async (): Promise<void> => {
      for (const close of closing.toReversed()) await close();
    },
  };
};
