import { type Terms } from '../patterns.ts';

/** Parts of the patterns of famous persons and heroes. */
export const fameTerms: Terms = {
  famous: '(Capital & (@famous | surnameStem:@famous))',
  /** Of whom there are few namesakes. */
  famousOnly: '(<famous> & !(@famousFrequent | surnameStem:@famousFrequent))',
  hero: '(Capital & (@heroes | surnameStem:@heroes | heroName))',
  /** Of whom there are few namesakes. */
  heroOnly: '(<hero> & (!everyday | heroName | <game>) & !(@heroesFrequent | surnameStem:@heroesFrequent))',
  /** What is said of the stage and of pictures alone. */
  stage: '(noun:stageThings | ростовая | ростовой)',
  figureWord: '(<famous> | <heroOnly>)',
  /** No subject, and nobody to whom something is given. */
  notDoer: '!(name:nomn & !name:gent & !name:accs) & !(name:masc.datv & !name:masc.gent & !surnameStem:@famousWomen)',
  ofCase: '(<notDoer> & (!/[ыио]м$|[ео]й$/ | /(?:[оеё]в|[иы]н|ск)ой$/))',
  /** What is done with works in lessons, in concerts and at home. */
  studying: '(verb:studyVerbs | verb:workVerbs | verb:classVerbs | прошли)',
  /** The same of what is said only of works. */
  studyingOnly: '(verb:workVerbs | verb:classVerbs.plur | читать | читаю)',
  /** What authors, composers, painters, scholars and heroes leave behind. */
  workNoun: '(noun:works | ноты | дневники | мемуары | посмертн- | прижизненн- | лирическ-)',
  /** What may be of works and of anything that persons have. */
  weakWork: '(noun:weakWorks | common:NOUN.pluralWorks.plur | /^перевод[аые]$/)',
  /** Lessons, talks and works about somebody. */
  lesson: '(noun:lessons | мужества | курсов- | классн-)',
  /** What is spoken of in lessons and at work. */
  weakLesson: '(noun:lessonTopics | контрольн-)',
  /** Between a lesson and its subject: чтецов, мужества, на тему. */
  ofLesson: '((lower & any:gent & noun & !personNoun) | чтецов)',
  atTheatre: '(филармони-|театр-|консерватори-|зал|зале|партер-|балкон-|оркестр-)',
  topic: '(про | о | об | обо | по | /^посвящ/)',
  /** Whose calling is said of them, and of few at work. */
  calling: 'noun:callings',
  schoolbook: '(noun:schoolbooks | русск-)',
  event: '(noun:memorialEvents | лыжн-)',
  trophy: 'noun:trophies',
  games: '(common:gameVerbs | noun:gameThings)',
  heroThing: '(noun:stageThings | noun:heroThings | ростовая | ростовой | письмо)',
  /** What is asked of them in lessons. */
  studied: '(verb:studied | verb:studyVerbs | verb:classVerbs | изуча- | спросят)',
  /** What bears a picture. */
  printed: '(noun:printedThings | постельн-)',
  someone:
    '/^(?:как(?:ой|ого|ому|им|ом|ая|ую)-то|этот|этого|этому|этим|ваш|вашего|вашим|некий|некоего|всякие|всяких)$/',
  /** What is told and sung of heroes. */
  tale: 'noun:tales',
  onMedium: "((на|в) (lower & adjective)? (noun:media | 'dvd' | 'vhs' | 'hd'))",
  fiction: 'noun:fictions',
  reign: 'noun:reignNouns',
  and: "(','|и|или|'/')",
  /** What is ordered and read. */
  gettingBooks: 'verb:bookVerbs',
  ownedAtWork: '(noun:workersThings | больничн-)',
  author: '(Capital & (@textbooks | surnameStem:@textbooks))',
  game: '(Capital & (@games | surnameStem:@games))',
  ordinal: '(Capital & common:Anum.sing)',
  byname: '(Capital & (@bynames | dict:bynames))',
  roman: '/^[IVX]+$/',
};
