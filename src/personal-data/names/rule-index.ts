import { endsStep, type Steps } from '../../concurrency/steps.ts';
import { spellingIn, type Group, type Text } from './compile.ts';
import { type Spelling } from './spellings.ts';
import { type Readable, type TokenTests } from './token-tests.ts';

/** What a token must be for a rule to be asked about it, and the cues of the rule's context. */
type Rule = { readonly slot: number; readonly groups: () => readonly Group[] };

/** Of so many rules one number speaks, a bit for each: a word of rules. */
const rulesPerWord = 32;

/** The numbers of the rules that the bits of a word stand for. */
const rulesIn = (bits: number, word: number): readonly number[] => {
  const rules: number[] = [];
  for (let left = bits; left !== 0; left &= left - 1) rules.push(word * rulesPerWord + 31 - Math.clz32(left & -left));
  return rules;
};

/** Where the neighbour stands that tells most, if there is one. */
const offsets = [0, -1, 1];

/** For each word of rules and offset: which rules it is the slot of. */
const slotsPerWord = offsets.length;
/** For each word of rules and side: which rules asked for it as the neighbour, and for which it is that. */
const answersPerWord = 4;

const setBit = (bits: Int32Array, at: number, rule: number): void => {
  bits[at] = (bits[at] ?? 0) | (1 << (rule % rulesPerWord));
};

/** Which rules may mark a token: a few operations on bits that its spelling and those of its neighbours keep, however many rules there are. */
export class RuleIndex {
  private readonly tests: TokenTests;
  private readonly rules: readonly Rule[];
  private readonly words: number;
  /** Shared by the many spellings that no rule marks. */
  private readonly noSlots: Int32Array;
  private readonly edge: Int32Array;

  constructor(tests: TokenTests, rules: readonly Rule[]) {
    this.tests = tests;
    this.rules = rules;
    this.words = Math.ceil(rules.length / rulesPerWord);
    this.noSlots = new Int32Array(this.words * slotsPerWord);
    this.edge = new Int32Array(this.words * answersPerWord);
  }

  /** The rules of which the spelling is the slot. */
  private slotsOf(spelling: Spelling): Int32Array {
    const slots = new Int32Array(this.noSlots);
    this.rules.forEach(({ slot, groups }, rule) => {
      if (!this.tests.has(spelling, slot)) return;
      for (const group of groups())
        if (this.tests.has(spelling, group.slot))
          setBit(slots, Math.floor(rule / rulesPerWord) * slotsPerWord + offsets.indexOf(group.offset), rule);
    });
    return slots.some((bits) => bits !== 0) ? slots : this.noSlots;
  }

  /** Of the wanted rules of a word those for which the spelling is the neighbour at the offset; it answers each once. */
  private passed(
    neighbour: Readable,
    [word, offset, wanted]: readonly [word: number, offset: number, wanted: number],
  ): number {
    const answers = neighbour ? (neighbour.neighbourOf ??= new Int32Array(this.edge.length)) : this.edge;
    const asked = word * answersPerWord + (offset < 0 ? 0 : 2);
    const open = wanted & ~(answers[asked] ?? 0);
    for (const rule of open === 0 ? [] : rulesIn(open, word)) {
      const group = this.rules[rule]?.groups().find((one) => one.offset === offset);
      setBit(answers, asked, rule);
      if (group && this.tests.has(neighbour, group.trigger)) setBit(answers, asked + 1, rule);
    }
    return wanted & (answers[asked + 1] ?? 0);
  }

  /** The rules of a word that may mark a token. */
  private rulesAt(text: Text, at: number, word: number): number {
    const slots = text.tokens[at]?.spelling.slotOf ?? this.noSlots;
    const first = word * slotsPerWord;
    let rules = slots[first] ?? 0;
    for (let side = 1; side < offsets.length; side++) {
      const [wanted, offset] = [slots[first + side] ?? 0, offsets[side] ?? 0];
      if (wanted !== 0) rules |= this.passed(spellingIn(text, at + offset), [word, offset, wanted]);
    }
    return rules;
  }

  /** Returns the numbers of the tokens that each rule may mark; a letter alone is none. A new word is looked up here, which takes the most time. */
  *placesIn(text: Text): Steps<readonly (readonly number[] | undefined)[]> {
    const places: number[][] = [];
    for (let at = 0; at < text.tokens.length; at++) {
      if (endsStep(at)) yield;
      const spelling = spellingIn(text, at);
      if (!spelling || spelling.text.length < 2) continue;
      if ((spelling.slotOf ??= this.slotsOf(spelling)) === this.noSlots) continue;
      for (let word = 0; word < this.words; word++)
        for (const rule of rulesIn(this.rulesAt(text, at, word), word)) (places[rule] ??= []).push(at);
    }
    return places;
  }
}
