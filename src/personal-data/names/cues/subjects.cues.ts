import { cue } from './cue.ts';

/** Names that are the subject of their sentence, behind its object. */
export const subjects = {
  /** The subject of a verb whose object stands before it: Карту Петров не получал. */
  subjectWithObject: [
    cue('word&!any:nomn [<actor>&name:masc.nomn] <particle>{0,2} <mansDeed>', { yes: ['Карту ‹Петров› не получал'] }),
    cue('word [<actor>&name:masc.nomn] (<particle>|<adverbs>){0,3} <mansDeed>&humanVerb', {
      yes: ['Ноутбук ‹Сергей› не получил'],
    }),
    cue('(-а|-я|-ь|-ю) [<actor>&name:masc.nomn] <particle>{0,2} <mansDeed>', { yes: ['Карта ‹Петров› не брал'] }),
    cue('word&!any:nomn [<actor>&<womansName>] <particle>{0,2} <womansDeed>', { yes: ['Карту ‹Алина› не брала'] }),
    cue('word [<actor>&<womansName>] (<particle>|<adverbs>){0,3} <womansDeed>&humanVerb', {
      yes: ['Телефон ‹Алина› получила'],
    }),
    cue('!(-а|-я|-ь|-ю)&word [<actor>&<womansName>] <particle>{0,2} <womansDeed>', {
      yes: ['Телефон ‹Алина› потеряла'],
    }),
    cue("word&!any:nomn [<actor>&nameNominative] ',' (он|она) (pastPersonVerb & !pluralVerb)", {
      yes: ['возили в химчистку ‹Гульшат›, она сказала нет'],
    }),
  ],
  /** The same in the present or future: Тариф Наталья забирает сама. */
  subjectAtPresent: [
    cue('word&!any:nomn [<actor>&nameNominative] (<particle>|<adverbs>){0,3} <onesPresent>', {
      yes: ['по тарифу ‹Дмитрий› перезвонит'],
    }),
    cue('preposition word [<actor>&nameNominative] (<particle>|<adverbs>){0,3} <onesPresent>', {
      yes: ['на диван ‹Максим› не даёт гарантию'],
    }),
    cue(
      '(word&!<shop>&!institutionNoun) [<actor>&nameNominative] (<particle>|<adverbs>){0,3} <onesPresent>&!/^(?:дает|получает|занимает|требует|предлагает|берет|стоит|снимает|ведет)$/',
      {
        yes: ['Диван ‹Наталья› обещает забрать'],
        no: ['Тариф Виктория даёт скидку'],
      },
    ),
  ],
} as const;
