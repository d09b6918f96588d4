import { SaxesParser } from 'saxes';
import { UnreadableFile } from './ticket-item.ts';
import { damaged, tooLarge } from './xlsx-refusals.ts';

/** Attributes by their name, with the prefix of its namespace if it has one. */
export type Attributes = Readonly<Record<string, string>>;

/** Handlers for an element and, by name, for its children; others are skipped. `text` may be called several times. */
export type XmlElement = {
  readonly start?: (attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly end?: () => void;
  readonly children?: Readonly<Record<string, XmlElement>>;
};

/** `depth` in elements; `bytes` of one tag or text, which the parser keeps whole. */
const limits = { depth: 100, bytes: 4 * 1024 * 1024 };

/**
 * Parses the chunks of a document strictly, without a document type declaration and so without entities of its own. Names of elements are compared
 * without the prefix of their namespace. `write` and `end` throw UnreadableFile, for another root element too.
 */
export const xmlParser = (root: Readonly<Record<string, XmlElement>>) => {
  const events = elementEvents(root);
  const decode = xmlDecoder();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => events.start(name, attributes));
  parser.on('text', events.text);
  parser.on('cdata', events.text);
  parser.on('closetag', events.end);
  parser.on('doctype', refuse);
  const orDamaged = (work: () => unknown): void => {
    try {
      work();
    } catch (error) {
      throw error instanceof UnreadableFile ? error : damaged();
    }
  };
  return {
    write: (chunk: Buffer): void => {
      events.read(chunk.length);
      orDamaged(() => parser.write(decode(chunk)));
    },
    end: (): void => orDamaged(() => parser.write(decode()).close()),
  };
};

const refuse = (): never => {
  throw damaged();
};

const skipped: XmlElement = {};

/** Calls the handlers of the elements that are open. */
const elementEvents = (root: Readonly<Record<string, XmlElement>>) => {
  const open: XmlElement[] = [];
  let current: XmlElement = { children: root };
  let unusedBytes = 0;
  return {
    /** Counts the bytes of a tag or text that is not complete. */
    read: (bytes: number): void => {
      unusedBytes += bytes;
      if (unusedBytes > limits.bytes) throw tooLarge();
    },
    start: (name: string, attributes: Record<string, string>): void => {
      unusedBytes = 0;
      if (open.length >= limits.depth) throw tooLarge();
      const child = childOf(current, localName(name));
      if (!child && open.length === 0) refuse();
      open.push(current);
      current = child ?? skipped;
      current.start?.(attributes);
    },
    text: (text: string): void => {
      unusedBytes = 0;
      current.text?.(text);
    },
    end: (): void => {
      unusedBytes = 0;
      current.end?.();
      current = open.pop() ?? skipped;
    },
  };
};

const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children && Object.hasOwn(children, name) ? children[name] : undefined;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Decodes UTF-16 with a byte order mark, else UTF-8. Throws TypeError for invalid bytes. */
export const xmlDecoder = () => {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  return (chunk?: Buffer): string => {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    return decoder.decode(chunk, { stream: chunk !== undefined });
  };
};

const encodingOf = (chunk: Buffer | undefined): 'utf-16le' | 'utf-16be' | 'utf-8' => {
  if (chunk?.[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  return chunk?.[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8';
};
