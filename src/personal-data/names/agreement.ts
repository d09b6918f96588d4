/** Whether two lists of cases have one in common; an empty list has all. */
export const share = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === 0 || right.length === 0 || left.some((item) => right.includes(item));

const genderOf = (form: string): string => form.split(' ', 1)[0] ?? '';

/** Whether gender and case agree; a form of common gender agrees with both, an unknown word with all. */
export const agree = (left: readonly string[], right: readonly string[]): boolean => {
  if (left.length === 0 || right.length === 0) return true;
  return left.some((a) =>
    right.some(
      (b) =>
        a.split(' ')[1] === b.split(' ')[1] &&
        (genderOf(a) === genderOf(b) || a.startsWith('ms-f') || b.startsWith('ms-f')),
    ),
  );
};
