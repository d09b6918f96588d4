import { type Terms } from '../patterns.ts';

/** Parts of the patterns of famous persons and heroes. */
export const fameTerms: Terms = {
  famous: '(Capital & (@famous | surnameStem:@famous))',
  frequent: '(@famousFrequent | surnameStem:@famousFrequent)',
  famousOnly: '(Capital & (@famous | surnameStem:@famous) & !(@famousFrequent | surnameStem:@famousFrequent))',
  hero: '(Capital & (@heroes | surnameStem:@heroes | heroName))',
  /** Of whom there are few namesakes. */
  heroOnly:
    '(Capital & (@heroes | surnameStem:@heroes | heroName) & (!everyday | heroName | <game>) & !/^(?:миронов|мирон|денисов|денис|тихон|давыдов|лужин|левин|гуров|прозоров|кабанов|кабаних|фролов|турбин|каменск|старцев|шарапов|дрейк|кортан|бондарен|разумихин|рогожин|рощин|лопухов|правдин|трофимов|маслов|глумов|бездомн|верховенск|ростов|старк|роз|аврор|флор|стелл|адриан|марлен|рокк|симк|мил|кузя|кеш|марин|клавди|григори|настась|матрен|сюзанн|аксинь|амели|мари)/)',
  /** What is said of the stage and of pictures alone. */
  stage: '(noun:stageThings | ростовая | ростовой)',
  figureWord: '(<famous> | <heroOnly>)',
  /** No subject, and nobody to whom something is given. */
  notDoer:
    '!(name:nomn & !name:gent & !name:accs) & !(name:masc.datv & !name:masc.gent & !/^(?:ахматов|цветаев|ростов|каренин|терешков|улицк|рубин|токарев|ларин|болконск|прозоров|огудалов|павлов|плисецк|уланов|толст|ковалевск|цеткин)/)',
  ofCase: '(<notDoer> & (!/[ыио]м$|[ео]й$/ | /(?:[оеё]в|[иы]н|ск)ой$/))',
  /** What is done with works in lessons, in concerts and at home. */
  studying: '(verb:studyVerbs | прошли)',
  /** The same of what is said only of works. */
  studyingOnly: '(verb:workVerbs | verb:classVerbs.plur | читать | читаю)',
  /** What authors, composers, painters, scholars and heroes leave behind. */
  workNoun: '(noun:works | ноты | дневники | мемуары | посмертн- | прижизненн- | лирическ-)',
  /** What may be of works and of anything that persons have. */
  weakWork: '(noun:weakWorks | common:NOUN.pluralWorks.plur | /^перевод(?:а|ы|е)$/)',
  /** Lessons, talks and works about somebody. */
  lesson: '(noun:lessons | мужества | курсов- | классн-)',
  /** What is spoken of in lessons and at work. */
  weakLesson: '(noun:lessonTopics | контрольн-)',
  /** Between a lesson and its subject: чтецов, мужества, на тему. */
  ofLesson: '((lower & any:gent & noun & !personNoun) | чтецов)',
  topic: '(про | о | об | обо | по | /^посвящ/)',
  /** Whose calling is said of them, and of few at work. */
  calling: 'noun:callings',
  /** What becomes of a person in a company of clients. */
  schoolbook: '(noun:schoolbooks | русск-)',
  event: '(noun:memorialEvents | лыжн-)',
  trophy: 'noun:trophies',
  games: '(common:gameVerbs | noun:gameThings)',
  heroThing: '(noun:stageThings | noun:heroThings | ростовая | ростовой | письмо)',
  /** What is asked of them in lessons. */
  studied: '(verb:studied | спросят)',
  /** What bears a picture. */
  printed: '(noun:printedThings | постельн-)',
  fiction: 'noun:fictions',
  reign: 'noun:reignNouns',
  and: "(','|и|или|'/')",
  /** What is ordered and read. */
  gettingBooks: 'verb:bookVerbs',
  ownedAtWork: '(noun:workersThings | больничн-)',
  author: '(Capital & (@textbooks | surnameStem:@textbooks))',
  game: '(Capital & (@games | surnameStem:@games))',
  ordinal: '(Capital & common:Anum.sing)',
  byname:
    '(Capital & /^(?:велик|грозн|мудр|освободител|миротвор|тишайш|красив|завоевател|македонск|угодник|чудотвор|радонежск|саровск|блаженн|победонос|целител|крестител|богослов|первозванн|печерск|преподобн|святител|боголюбск|долгорук|калит|вещ|окаянн|темн|отрепьев|монмоут|железн|львин|кровав|лысы|рыж|барбаросс|медич|бонапарт|стюарт|тюдор|бурбон|габсбург|кронштадтск|исповедник|креститель|златоуст|мученик|студит|дамаскин|египетск|псковск|тверск|черниговск|суздальск)/ & !(surname & /[иы]н/))',
  roman: '/^[IVX]+$/',
};
