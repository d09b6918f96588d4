import { characterCount, firstCharacters } from './characters.ts';

/** As many characters as most file systems allow of bytes. */
const maxFileName = 255;

/** The name of a file as it is kept: a long one is cut at whole characters, before its extension. */
export const keptFileName = (name: string): string => {
  const [extension = ''] = /\.[\p{L}\p{N}]{1,8}$/u.exec(name) ?? [];
  const stem = name.slice(0, name.length - extension.length);
  return `${firstCharacters(stem, maxFileName - characterCount(extension))}${extension}`;
};
