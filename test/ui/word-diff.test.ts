import { expect } from 'chai';
import { shortened, wordDiff } from '../../ui/components/word-diff.ts';

const shown = (pieces: ReturnType<typeof wordDiff>): string =>
  pieces
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text.trim()}+ ` : `-${text.trim()}- `))
    .join('');

describe('The difference of two texts', () => {
  it('is by words, the earlier one first', () => {
    expect(shown(wordDiff('до 3.1.8 в меню', 'до 3.2.0 в меню «Система»'))).to.equal(
      'до -3.1.8- +3.2.0+ в меню +«Система»+ ',
    );
  });

  it('is none for equal texts and other blanks', () => {
    expect(wordDiff('a b\nc', 'a  b c').map(({ kind }) => kind)).to.deep.equal(['same']);
    expect(wordDiff('', '')).to.deep.equal([]);
  });

  it('is the whole for texts without a common word, or too long to compare', () => {
    expect(shown(wordDiff('a b', 'c d'))).to.equal('-a b- +c d+ ');
    expect(shown(wordDiff('', 'c'))).to.equal('+c+ ');
    const [one, other] = ['a ', 'b '].map((word) => word.repeat(3_000));
    expect(wordDiff(one ?? '', other ?? '').map(({ kind }) => kind)).to.deep.equal(['removed', 'added']);
  });

  it('is found in a long text with few differences', () => {
    const text = 'word '.repeat(40_000);
    expect(wordDiff(`one ${text}two`, `1 ${text}2`).map(({ kind }) => kind)).to.deep.equal([
      'removed',
      'added',
      'same',
      'removed',
      'added',
    ]);
  });

  it('is shown with four equal words on each side', () => {
    const words = Array.from({ length: 20 }, (_, index) => String(index));
    const changed = words.with(10, 'x');
    expect(shown(shortened(wordDiff(words.join(' '), changed.join(' '))))).to.equal('…6 7 8 9 -10- +x+ 11 12 13 14…');
  });
});
