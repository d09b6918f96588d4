import { type Group, type Text } from './compile.ts';
import { type Readable, type TokenTests } from './token-tests.ts';

/** What a token must be for a rule to be asked about it, and the cues of the rule's context. */
type Rule = { readonly slot: number; readonly groups: () => readonly Group[] };

/** Of so many rules one number speaks, a bit for each. */
const rulesPerWord = 32;

/** Where the bits of a spelling are that say for which rules it is what they mark if a neighbour passes, which asked for it as the neighbour, and which had yes. */
type Side = { readonly offset: number; readonly slots: number; readonly asked: number; readonly passed: number };

/** The bits of 32 rules; `alone`: of the rules that ask for no neighbour. */
type Word = { readonly firstRule: number; readonly alone: number; readonly sides: readonly Side[] };

const bitsPerWord = 7;

const wordAt = (at: number): Word => ({
  firstRule: (at / bitsPerWord) * rulesPerWord,
  alone: at,
  sides: [
    { offset: -1, slots: at + 1, asked: at + 2, passed: at + 3 },
    { offset: 1, slots: at + 4, asked: at + 5, passed: at + 6 },
  ],
});

/** The numbers of the rules that bits of a word stand for. */
const rulesIn = (bits: number, { firstRule }: Word): readonly number[] => {
  const rules: number[] = [];
  for (let left = bits; left !== 0; left &= left - 1) rules.push(firstRule + 31 - Math.clz32(left & -left));
  return rules;
};

/** Which rules may mark a token: a few operations on bits that its spelling and those of its neighbours keep, however many rules there are. */
export class RuleIndex {
  private readonly tests: TokenTests;
  private readonly rules: readonly Rule[];
  private readonly words: readonly Word[];
  private edge: Int32Array | undefined;

  constructor(tests: TokenTests, rules: readonly Rule[]) {
    this.tests = tests;
    this.rules = rules;
    this.words = Array.from({ length: Math.ceil(rules.length / rulesPerWord) }, (_, word) =>
      wordAt(word * bitsPerWord),
    );
  }

  private bitsOf(spelling: Readable): Int32Array {
    return spelling ? (spelling.rules ??= this.newBits(spelling)) : (this.edge ??= this.newBits(undefined));
  }

  private newBits(spelling: Readable): Int32Array {
    const bits = new Int32Array(this.words.length * bitsPerWord);
    this.rules.forEach(({ slot, groups }, rule) => {
      const word = this.words[Math.floor(rule / rulesPerWord)];
      if (!word || !this.tests.has(spelling, slot)) return;
      for (const group of groups()) {
        const side = word.sides.find(({ offset }) => offset === group.offset);
        const index = side ? side.slots : word.alone;
        if (this.tests.has(spelling, group.slot)) bits[index] = (bits[index] ?? 0) | (1 << (rule % rulesPerWord));
      }
    });
    return bits;
  }

  /** Asks whether the spelling is the neighbour of those rules that have not asked yet. */
  private ask(spelling: Readable, { offset, asked, passed }: Side, rules: readonly number[]): void {
    const bits = this.bitsOf(spelling);
    for (const rule of rules) {
      const bit = 1 << (rule % rulesPerWord);
      const group = this.rules[rule]?.groups().find((one) => one.offset === offset);
      bits[asked] = (bits[asked] ?? 0) | bit;
      if (group && this.tests.has(spelling, group.trigger)) bits[passed] = (bits[passed] ?? 0) | bit;
    }
  }

  /** Returns the rules of a word that may mark a token, as bits. */
  private rulesAt({ tokens }: Text, at: number, word: Word): number {
    const own = this.bitsOf(tokens[at]?.spelling);
    let rules = own[word.alone] ?? 0;
    for (const side of word.sides) {
      const wanted = own[side.slots] ?? 0;
      if (wanted === 0) continue;
      const neighbour = tokens[at + side.offset]?.spelling;
      const bits = this.bitsOf(neighbour);
      const open = wanted & ~(bits[side.asked] ?? 0);
      if (open !== 0) this.ask(neighbour, side, rulesIn(open, word));
      rules |= wanted & (bits[side.passed] ?? 0);
    }
    return rules;
  }

  /** Returns the numbers of the tokens that each rule may mark; a letter alone is none. */
  placesIn(text: Text): readonly (readonly number[] | undefined)[] {
    const places: number[][] = [];
    text.tokens.forEach(({ start, end }, at) => {
      if (end - start < 2) return;
      for (const word of this.words) {
        const bits = this.rulesAt(text, at, word);
        if (bits !== 0) for (const rule of rulesIn(bits, word)) (places[rule] ??= []).push(at);
      }
    });
    return places;
  }
}
