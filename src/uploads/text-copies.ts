/** Finds tickets of one upload whose texts are word for word those of another one; both are stored, since their ids differ. */
export const textCopies = () => {
  const firstIds = new Map<string, string>();
  return {
    /** Returns the id of the first ticket whose texts have a hash (`textsHash`); undefined for that one. */
    originalOf: (ticketId: string, hash: string): string | undefined => {
      const first = firstIds.get(hash);
      if (first === undefined) firstIds.set(hash, ticketId);
      return first;
    },
  };
};
