/** An event as it stands in the log, of a type that may be history. */
export type StoredFact = { readonly type: string; readonly data: unknown };

/** Turns an old shape into its successor. A changed shape is a new name, so `to` must differ from `from`. */
export type Upcaster = { readonly from: string; readonly to: string; readonly upcast: (data: unknown) => unknown };

/** Applies upcasters until none fits, so that everything else knows today's facts only. Throws at once for an upcast that keeps its type or comes back to it. */
export const upcasting = (upcasters: readonly Upcaster[]): ((fact: StoredFact) => StoredFact) => {
  const byType = new Map(upcasters.map((upcaster) => [upcaster.from, upcaster]));
  if (byType.size !== upcasters.length) throw new Error('Two upcasters start from the same type');
  for (const { from } of upcasters) {
    const met = new Set<string>();
    for (let type: string | undefined = from; type !== undefined; type = byType.get(type)?.to) {
      if (met.has(type)) throw new Error(`An upcast must lead to a new type: ${type}`);
      met.add(type);
    }
  }
  return (fact) => {
    let current = fact;
    for (let next = byType.get(current.type); next; next = byType.get(current.type)) {
      current = { type: next.to, data: next.upcast(current.data) };
    }
    return current;
  };
};

/** The history of this log's shapes: none yet. */
export const toCurrentShape = upcasting([]);
