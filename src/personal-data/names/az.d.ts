declare module 'az' {
  /** A spelling found, its `[paradigm, form]` pairs, and the misprints allowed for it. */
  type Hit = [word: string, payload: [paradigm: number, form: number][], stutter: number, typos: number];
  type Dawg = {
    findAll: (word: string, replacements: Record<string, string>, stutter: number, typos: number) => Hit[];
  };
  const az: { DAWG: { fromArrayBuffer: (data: ArrayBuffer, format: 'words') => Dawg } };
  export default az;
}
