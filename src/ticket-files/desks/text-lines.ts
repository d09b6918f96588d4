/** Collects text as a page shows it: blanks are one, none at the ends of a line, and no line is blank. */
export const textLines = () => {
  const parts: string[] = [];
  let isAtStart = true;
  let hasSpace = false;
  let prefix = '';
  const write = (text: string): void => {
    if (isAtStart) parts.push(prefix);
    else if (hasSpace) parts.push(' ');
    parts.push(text);
    isAtStart = false;
    hasSpace = false;
    prefix = '';
  };
  const end = (): void => {
    if (!isAtStart) parts.push('\n');
    isAtStart = true;
    hasSpace = false;
  };
  const text = (some: string): void => {
    const words = some.trim().replace(/\s+/gu, ' ');
    if (/^\s/u.test(some)) hasSpace = true;
    if (words === '') return;
    write(words);
    if (/\s$/u.test(some)) hasSpace = true;
  };
  return {
    text,
    space: () => {
      hasSpace = true;
    },
    /** Ends the line, if there is something on it. */
    end,
    /** What the next text of a line begins with, such as the number of an item. */
    begin: (mark: string) => {
      prefix = mark;
    },
    written: (): string => parts.join('').trim(),
  };
};

/** Adds text that keeps its line breaks. */
export const addPreformatted = (lines: Pick<ReturnType<typeof textLines>, 'text' | 'end'>, some: string): void => {
  for (const [index, line] of some.split(/\r\n?|\n/u).entries()) {
    if (index > 0) lines.end();
    lines.text(line);
  }
};

/** The marks of the items of lists that are open: a dash, or a number where a list counts. */
export const listMarks = () => {
  const open: { readonly isNumbered: boolean; items: number }[] = [];
  return {
    open: (name: string): void => {
      if (name === 'ol' || name === 'ul') open.push({ isNumbered: name === 'ol', items: 0 });
    },
    close: (name: string): void => {
      if (name === 'ol' || name === 'ul') open.pop();
    },
    next: (): string => {
      const list = open.at(-1);
      if (!list?.isNumbered) return '- ';
      list.items += 1;
      return `${list.items}. `;
    },
  };
};
