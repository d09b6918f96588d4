import { wordAfter, type NameDocument } from './document.ts';
import { type Token } from './tokens.ts';

const adverbs = /^(?:не|уже|так|и|еще|вчера|сегодня|вас|нам|мне)$/;
const maxGap = 3;

/** The verb after the word, "not" and adverbs between. */
const verbAfter = ({ tokens }: NameDocument, at: number): Token | undefined => {
  let next = at + 1;
  while (next - at < maxGap && adverbs.test(tokens[next]?.facts.word ?? '')) next++;
  return tokens[next];
};

const isMan = ({ nameForms }: Token['facts']): boolean => nameForms.includes('masc nomn');
const isWoman = ({ nameForms }: Token['facts']): boolean =>
  nameForms.some((form) => form === 'femn nomn' || form === 'ms-f nomn');

/** Feminine and neuter nouns by their ending; a man's verb is none of theirs. */
const isFeminine = (word: string): boolean => /[аяью]$/.test(word);

/**
 * Карту Петров не получал, Ноутбук Сергей не получил, Телефон Алина потеряла: a person is the subject of the verb, the
 * thing before it the object, for the verb agrees with the person alone or is said of persons.
 */
export const isSubjectWithObject = (document: NameDocument, at: number, thing: Token): boolean => {
  const token = document.tokens[at];
  if (token?.letters !== 'Capital' || !(token.facts.everyday || token.facts.surname) || token.facts.brandName)
    return false;
  const verb = verbAfter(document, at);
  if (verb?.letters !== 'lower' || !verb.facts.verb || verb.facts.pluralVerb) return false;
  const ofMan = /л(?:ся)?$|(?:вез|нес|мог)$/.test(verb.facts.word);
  const ofWoman = /ла(?:сь)?$/.test(verb.facts.word);
  if (ofMan && !isMan(token.facts)) return false;
  if (ofWoman && !isWoman(token.facts)) return false;
  if (!ofMan && !ofWoman) return false;
  if (!thing.facts.cases.includes('nomn') || verb.facts.humanVerb) return true;
  return ofMan ? isFeminine(thing.facts.word) : !isFeminine(thing.facts.word);
};

const monument = /^(?:памятник|бюст|монумент)/;

/** Школа Сергея, Клиника Анне не перезвонила, Больница Иванову отказала: no title has a first name alone or a dative. */
export const isNoTitleOfInstitution = (document: NameDocument, at: number, institution: Token): boolean => {
  const facts = document.tokens[at]?.facts;
  if (!facts || facts.nameForms.length === 0 || facts.brandName || monument.test(institution.facts.word)) return false;
  if (!facts.nameForms.some((form) => /(?:gent|nomn)$/.test(form))) return true;
  return facts.everyday && !facts.wordlike && !facts.surname && wordAfter(document, at)?.letters !== 'Capital';
};
