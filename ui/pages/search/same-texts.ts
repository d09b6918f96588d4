import type { Source } from '../../api/records.ts';

/** Found tickets with the same problem and solution: the one that stands for them, and the ids of the others. */
export type SameTexts = { readonly source: Source; readonly copies: readonly string[] };

/** Copies of a ticket may differ in their category, which is not what is read. */
const textOf = ({ full_text: whole }: Source): string => whole.replace(/^Категория:[^\n]*\n/, '');

/** Groups the found tickets by their texts, in the order of the best of each group, which stands for it unless the cited one is in it. */
export const groupedByText = (sources: readonly Source[], cited?: string): readonly SameTexts[] =>
  [...Map.groupBy(sources, textOf).values()].flatMap((group) => {
    const source = group.find(({ ticket_id: id }) => id === cited) ?? group[0];
    return source ? { source, copies: group.filter((each) => each !== source).map(({ ticket_id: id }) => id) } : [];
  });
