type Language = 'english' | 'russian';

const letters: Record<Language, string> = {
  english: 'abcdefghijklmnopqrstuvwxyz',
  russian: 'абвгдежзийклмнопрстуфхцчшщъыьэюя',
};

// One row a letter, the first for the start of a word; one column a letter that follows, the first for the end of the word.
// A digit (base 36) is the improbability of that pair in half bits, from common words of the language.
const improbabilities: Record<Language, readonly string[]> = {
  english: [
    'z887999a99dca8ba8g978cc9kei',
    '8ha99gebeaic696jak686ccehbf',
    'a6bfg5kkg7fm6gi6jo7ae7ijqbo',
    '96kbi6kj68q89jj5jj9d79nnrdn',
    '38hhc5hdg6ilcfg8ina9iaffpco',
    '59fa7addgdlh9a7ech56agcecdj',
    '77jhj67jl5pm8ik6jt7e98pkmdr',
    '37ili6jb88qmafb8jr8af9oirdo',
    '65gih4imh6qleee6jmbe9amgrbo',
    'a9d7a9cakjle8a47cja77gamhld',
    'a4jgh5jlh8hiihh4fnffi4jjpjq',
    '48gih4ghc5lgafaagtc7fckfpbr',
    '66gga5ehk6qe6ei7fsiabaeir8m',
    '759ej5hkk6omg9f67rgaialjpco',
    '58h977d5h8hdfhb9ikh86deimdi',
    '8ccaafcbgcjc8859an6997b9gei',
    '86ihh5ij98pj7gi68s6aa9lkqer',
    '9cgiljjnldqrgjkijiigh0jlooq',
    '66eca5fch6nddbb7emb89behpam',
    '3ahai7hk98peddg9aii86akfqep',
    '57idk5hl75qncgh8jt89aakfpbi',
    'a9a9a9eaiakf786f9n567khlhgh',
    'a6mjj2lkm4rohkk8jtggjgloqfr',
    '65fhf5gk75ngch96isbafiohsfp',
    '58g7i7fnb6oofgjb5jjg6bgidcp',
    '1aede9hhjbojcbc9csd9cfkfnki',
    '65gij3jid6phcfh8imhhhaihoa8',
  ],
  russian: [
    'za98a9eeaal8b9886979acdfcdlvswdhf',
    '5lb9cabd9fca796kc887gfbdcefzzzlba',
    'c6gfli6ij7ze7ga5n6bj8qgkkjbc8gigd',
    '75mhjg6qe7zc9h95gcadbpjiibjo7goqd',
    'a6kgid8qo7zf8hb3l6gi9opoimzvnuklr',
    'a6ibhf5bg6zccf85e9ag8nifgfyibejid',
    '5gd9b9ddbhaa796ec687ihefcdfzzzqjh',
    'b5fkh64hp5zbii6bkhdo9tvkgvzysfkkx',
    'a3b8c89fj8zdb977lahjattkjmzh9fojd',
    '5de9cb9faba9897ce987jgbcaegzzzmd9',
    '1khhjbgvhmvcdd9djg7aqikegdmztzvpk',
    '85mdlnakj6zgake4l8b98nmeolzuonkoq',
    '86jlgh6fl5zdcjd6locgamluimpvc6la9',
    '46eiko6qm5zfeda6cidm8inkjpnuahile',
    '96kiec7ki5zcmp85njaaahldglkq6dnhc',
    '7j9688bcbe9a888fb778hfegcehzzzkif',
    'e7npoo6xq8zg9oe3e4fe9npjjlrzdgmof',
    'a4fecd5ej6zdgca5gfbb8ighhfmwaejhc',
    'b9gbkg9mp9z69cb89ea4bhghfhskd9lj7',
    '76h8lh6qm7zcfha6h79galmlgoooa7lid',
    '5dabb8babff989ai9888lhci9aczzzh8h',
    'a6kqgp5wl4ziagf5k7db9aooljzvfghhj',
    '27ncjlczn9zkcea5lacebplpllzlqkgqv',
    '86jckl4ui2z9jkjaikglapmitnzx9rnlo',
    'b5pjsr3jy5z9fj6fogka9rmymezzucott',
    'c6odoq4zr4z89g9bfgiaapmlqpzuq8ljs',
    'f5zozq3zz3zzzsbjzhzz9zzuzzzzzezzw',
    'amzqzz1zzkzzjmzzzqzzzzzzzzzzpzmc3',
    '4sd8dd6gfi6ca6duccaamz6ldbjzuzzzh',
    '2ueggfapdfzbuc5hio7bzgkegcizxzuaa',
    'bmeaeblmfm95687ia895jagindzzzzhpi',
    '2iaifakedjjdedcojba5rlheaf6zzzlfq',
    '2sfbebbdbkfda99ogdb7osbfeibzzzubf',
  ],
};

const width = 64;

const grid = (language: Language): Uint8Array => {
  const cells = new Uint8Array(width * width);
  improbabilities[language].forEach((row, from) => {
    for (let to = 0; to < row.length; to += 1) cells[from * width + to] = parseInt(row.charAt(to), 36);
  });
  return cells;
};

const grids: Record<Language, Uint8Array> = { english: grid('english'), russian: grid('russian') };
const firstLetter: Record<Language, number> = {
  english: letters.english.charCodeAt(0),
  russian: letters.russian.charCodeAt(0),
};

/** Improbability of a letter of another alphabet, in half bits. */
const foreign = 26;

/**
 * Returns the improbability of a lower-case word (ё written as е) in a language, in half bits: the sum over its letter pairs, including the
 * start and the end of the word. A foreign character costs more than any pair.
 */
export const improbability = (word: string, language: Language): number => {
  const cells = grids[language];
  const count = letters[language].length;
  let sum = 0;
  let from = 0;
  for (let i = 0; i < word.length; i += 1) {
    const to = word.charCodeAt(i) - firstLetter[language] + 1;
    if (to < 1 || to > count) {
      sum += foreign;
      from = 0;
    } else {
      sum += cells[from * width + to] ?? foreign;
      from = to;
    }
  }
  return sum + (cells[from * width] ?? foreign);
};
