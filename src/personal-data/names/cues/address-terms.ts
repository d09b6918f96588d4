import { type Terms } from '../patterns.ts';

/** Parts of the patterns of an address: who is spoken to, and what is said. */
export const addressTerms: Terms = {
  asked:
    '(ты|тебе|тебя|твой|твоя|твое|твои | lower & verb & !noun & /(?:[еиё]шь|[бвдзклмнпрстфхцчшщ]ь|[аеиоуыюя]й|[жшчщбвдзклмнпрст]и)$/ & !(-ть|-чь|-ли|мой) | lower & common:VERB.impr & !noun & (-ть|-чь))',
  interjection: 'ой|эй|слуш|слышь|слушай|слушайте|алло|ау|ну|так|короче|кстати|блин',
  /** Short forms of address whose other sense rarely begins a sentence; свет and том do. */
  rareVocative:
    '(@shortVocatives & (!common | серег|вов|вить|петь|вер|люб|соф|сонь|вик|коль|толь|жор|дань|лен|юр|степ|надежд|слав) & !лид)',
  /** Those of which a sentence says more with a preposition: петь в хоре, лён с вискозой. */
  wordAhead: '(common:INFN | коль|лен|толь|степ|дань|соф|серег)',
  /** What a sentence goes on with behind the person addressed. */
  spokenNext:
    '(у|а|ты|вы|когда|где|кто|как|какой|какая|что|чо|че|сколько|почему|зачем|тут|там|это|можно|ну|я|мы|мне|нам|меня|прости|извини|глянь|смотри|посмотри|подскажи|скинь|помоги|короче|сегодня|завтра|вчера|опять|снова|если|еще|уже|надо|нужно|есть|все|спасибо|спс|плиз|пж|тоже|только|вроде|кстати|вот)',
  agreeing: '(ок|окей|ага|угу|понял|поняла|принял|приняла|прив|ку)',
  please: '(плиз|плз|плс|пж|пжл|пжлст)',
};
