/** An event as stored, possibly of a type that is no longer written. */
export type StoredFact = { readonly type: string; readonly data: unknown };

/** Converts an old event type to its successor. A changed shape gets a new type name, so `to` differs from `from`. */
export type Upcaster = { readonly from: string; readonly to: string; readonly upcast: (data: unknown) => unknown };

/** Returns a function that applies upcasters until none matches. Throws at once if upcasters form a circle or two start from the same type. */
export const upcasting = (upcasters: readonly Upcaster[]): ((fact: StoredFact) => StoredFact) => {
  const byType = new Map(upcasters.map((upcaster) => [upcaster.from, upcaster]));
  if (byType.size !== upcasters.length) throw new Error('Two upcasters start from the same type');
  for (const { from } of upcasters) {
    const seen = new Set<string>();
    for (let type: string | undefined = from; type !== undefined; type = byType.get(type)?.to) {
      if (seen.has(type)) throw new Error(`An upcast must lead to a new type: ${type}`);
      seen.add(type);
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

/** Converts a stored event to its current type; no type has changed so far. */
export const toCurrentShape = upcasting([]);
