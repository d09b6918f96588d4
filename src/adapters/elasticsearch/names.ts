/** Raised whenever the mappings or the meaning of the documents change: each version has indices of its own and is rebuilt from the log. */
export const version = 2;

/** The small index beside a copy's vectors: its checkpoint, parked events, and the tombstones of deleted collections. */
export const stateOf = (copy: string): string => `${copy}-state`;

/** A write to an index that was dropped would make it anew, with a mapping of the server's own guess; one through an alias that must exist cannot. */
export const writingTo = (index: string): string => `${index}-write`;

/** Where each version's copies stand. */
export const pointersOf = (prefix: string): string => `${prefix}-copies`;

export const nameOfCopy = (prefix: string, number: number): string => `${prefix}-tickets-${version}-${number}`;

/** The copy that an index belongs to, of whatever version; undefined where it is no index of tickets. */
export const copyOfIndex = (prefix: string, index: string): string | undefined => {
  const [, copy, owner] = /^((.+)-tickets-\d+-\d+)(?:-state)?$/.exec(index) ?? [];
  return owner === prefix ? copy : undefined;
};
