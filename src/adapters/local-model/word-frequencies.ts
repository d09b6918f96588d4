import { stemWord } from '../../domain/stems.ts';

// Frequencies of words in general Russian and English, in bands of half a power of ten: the 2 000 commonest stems of each language, each as
// its commonest form, from the frequencies of wordfreq (see NOTICE). `weight` is the square root of a band's logarithmic distance from the
// most frequent words.
const bands: readonly { readonly weight: number; readonly words: string }[] = [
  {
    weight: 0.39,
    words: `
      в и the is to and of a in на не с что как я по а был это из i that for have you it on with this as
    `,
  },
  {
    weight: 0.47,
    words: `
      так за для о все которые к но то у его он от года свою будет же мы еще до меня ты только если когда других мне сам больше уже работы бы или их время ее при они not at he by do but from your
      my its or we an all so get his they one her me if can will like just make what about up out go there time people when said more who no their new us which see would year know think she
    `,
  },
  {
    weight: 0.58,
    words: `
      первый чтобы кто может после есть человек она нашей во новый себя вы одной нет этом место тебя дело надо очень говорит чем стал получил со также могут людей жизни просто том вот под быть где
      часть лет дома вас сказал более да даже можно много того раз сделать этого хорошо знаю лучше сейчас главное мира г права должны ну без хотя города нас имеет там ни об тем этот виде основе ли
      м страны нужно вопрос последний связи всех один теперь области хочу игры всего сегодня каждый москве через возможно ему слова тоже них сша данным почему делать второй следует день пока
      является начала группы нам несколько эти перед им всем вместе всегда истории целью стороны вам между потому здесь создание среди времени народ женщина два него однако п стоит сил take how
      other work dont them some also want now im come our look good than need only day first him after into two play over give find any then well state could back way these right things because
      most even should man where very much may care really show love too called feel great off why before world still told game many never start high long left those life help mean down live last
      part through s while use place home best such including keep same end change both cant something try school house own following run every win women let three am name around between thank
      form real team better written always old company point week put little
    `,
  },
  {
    weight: 0.67,
    words: `
      ничего тут вернулся находится руки скоро ведь команды действия тогда системы детей поэтому полностью помощью развития районе мой потом любой рядом результате против фильм часто семьи
      интересно известно книги лишь состояние считает конечно дороги центр осталось конце некоторые государственной ним значит суд показать решение организации оказался образом случае твой ночь
      военных тот лицо смотреть три ваш именно победы думаю войны выход представляет изменения понимаю программы старый пришлось н важно согласно язык отношения готовы встречи чего матче общем
      название голову деньги вообще план поле рассказал продолжает проблемы чувство школы партии глаза спасибо эта советского момент член способ воды сайт совета никогда мужчина производства выше
      этим живет проект пути президент международного использовать тех сообщение моей отлично около месяц управления почти участие эту быстро качестве никаких пор должен сборной составе своего
      выбор затем предложение свободы открытие правда заниматься закон национальной долго культуры клуб думать западной форме двух кроме власти лично жена нее принять вечером пять александр нибудь
      этих строительство причины прямо класса типа точно е прошел настоящее условиях высокой официальный политической ней московской видео территории сын утром количество необходимо доброе период
      деятельности сколько апреля нем правительства труда либо великой сезон кого цены движения тысяч ходе машины сентября появился дня ей никто разных помогает определить взять начинается роль
      средней автор населения про экономического серии назад одного увидеть песни ранее образования дал существует мама собрания европы случай улице ради играть позволяет числе марта например
      плохо называется приходится политики сразу научных минут республики примерно рублей написал снова брат молодой смерти моя оно см красной имени собой девушка мало свет государства северо
      увеличение рабочих активно новости нельзя совсем особо посмотреть информации различных социальной оставить внимание общества признать пару выполнить рф уровня равно составляет бог белый тела
      указ включая выступает отказался две куда т те происходит специально процесс кажется особенно счет соответствии статьи ответил проводить американский потери число открыл положение наук смог
      союза течение мере х прошлом души весь нравится января февраля министр действительно крупных направления сильно деревни земле будущее черный проходит б сердце привет друзья легко очередь
      федерации предприятия службы армии золото давно рост борьбе дней здания всю телефон цвета мнению придется собирается ноября руководство найти общественного голос слишком сохранить
      обеспечения понять платить рода неделю бывший хотелось киев версия мировой достаточно исследования скажу августа декабря правильно реально пошел защиты собственной иногда идея обратно
      литературы владимир вера компании границы компания сможет сети события проведения участники входит октября единственный го д мои такого помню благодаря кому идет подобные курс вещи зачем
      здоровья становится операции чемпионата звезды постоянно меньше маленький начале прекрасно вести объектов ноги принимать раньше заключается узнать края июня содержание остальные применение
      современной мной использование задача серьезно чемпионат ситуации прости й люблю мая завод века жил небольшой источник уж банк городской июля умер технических море объяснить факт полиции
      внутренних заметил решили экономики понятно пусть ученые горы договор большинство впервые вчера завтра имя ко востоке ребенка музыка станет дать требует жить удар точки итоге безопасности
      начал млн немного нового похоже комплекс площади летний возрасте пост порядке линии документы детский жителей разве размер петербурге контроль назначения любовь р тыс зоне квартиру оружие
      произошло игрок опыт органов номер значительно выиграл найдены хватит отдельных сильный газеты наконец закончил обнаружили держать исторический письмо единой войск директор карты метров
      парня нормально пытается ж пользу огромное пойду крови долларов миллионов франции отправился муж чуть степени совершил удалось пунктов памяти продуктов л опять милый искусства принято спорта
      погиб возвращается обычно поддерживать наверное регионе спасти восточной позиции since read friends family under another talk ask ive number during become service group support open guys
      general set government lost sure second children meet again next building city plan didnt director please each mr without lot held must system against special power case move happened big
      post business office lead pay ever turn might report united based development country public someone hand night head stop miss free money months book close site heard area believe order
      killed party line bring god away hard fact job hours until hes question problem different hope few girl top provide watch today break issue small management side face interest actually
      however cause american members results story music wait law water word early seems production understand nothing began season anything buy already full level force large everything
      university doesnt enough yet reason white national four bad once sign million kind matter war study record easy drive video far information sent act created continue less ill young fall
      design position complete training deal performance though yes later everyone body learn pass current allowed hit kids mind black clear several rate fight market course president light stay
      near minutes term idea theyre human program whole teacher major list return share court local walk international stand class check together d research important required cut single death
      offer students center present per community sell five appear room test bit maybe growing political non fire cost view remember increase food control health happy least within effect date
      star social short event considered active release id able oh t eyes type experience price expect isnt speak process save ago project boy natural spent sound half often operation treatment
      vote past wrong true air song john south bill history else account education cover nice added original security series art late age anyone almost m action certain rules york serve pretty
      value along central heart mental street quite land success protect industry probably yeah film visit collection phone final main possible bank wont strong attack carry son example produced
      election soon claim due picture beautiful park b r mother low future pick morning answer official field police north data red engine charge third involved moment baby source trade remain
      parents chance eat recent related according step c either hate practice father serious perfect decided enjoy limited road rather sense whether features board response shot organization
      character movie further sales college rest sometimes quickly among myself yourself goal ready department town model reach media mark received review figure club front although fun policy
      mine finished march common draw west match six wasnt space existing behind gonna available drop join link forget wish range fans shes particular similar couple fine dog london region e
      reference relationship listen suggest tax america culture section edition brother outside improve fund king period caught fast published choose decision race conditions comment died
      described ship summer
    `,
  },
  {
    weight: 0.75,
    words: `
      будто денег поскольку бизнес четыре базе строить интернет встретил природы центральной повышение обращение комнату председатель дальше состав сложный решил театра наблюдения установлено срок
      издание характер уверен представителей техники уходит материалы отца поддержку речь отсутствие выпуск отмечает мать немецкий дверь транспорта красивая относится вариант подготовки торговли
      появляется слышал половины капитан довольно депутатов убийства записи завершить высшей успех средств подписал обязательно чисто фотографии несмотря трудно вперед отделения оценки лиги
      магазин девочка структуры мастер доктор наиболее подходит слушать животных поступил построить практически третий этап английский врач германии николай представить знакомых картины рождения
      участке разрешения вся прежде спокойно ждать начальник станции переход бывает сотрудников внешней учебных совершенно газа выглядит заявил отец сначала знак минуты близко старший невозможно
      сергей спросил взгляд методы исполнения подумал поставить мощность пишет поздно растений героев текст ответ предлагает вокруг вроде самого уровень института произведения европейской длина
      столько сложно нарушения всякий фонд описание южной изучения продажи широко тренер тобой премьер товаров перевод вновь э принадлежит боевых приятно иван проблем мальчик утверждает сравнению
      французский частности отвечает комиссии поводу продать ожидать обвинения кстати своими та той расположены систему областного гражданской турнира руб автомобиль вызвать дальнейшем михаил
      федерального лес шесть волны бросил распространение парк король обычный китая ограничения министерства судьба журнал технологии крайней приехал страшно усилия возникает далеко вина занятия
      третьего вероятно честь совместно черт нашего сих список туда поиск желание мечты конкурс популярность тяжелый выделить требования лидер странно гг земли доход исключением круг столь кино
      доступ заявление села берегу больницу холодно шаг корабль провел дополнительные достиг объединения отметить агент выбрать разговор остановить иностранных штата стены принципе реки внутри
      собственно сельского осуществляется пожалуйста позже испытания эффективности комитета руководитель морской влияние рамках нос нижней попытки видимо матери проверить вдруг нью господи воздуха
      соседи специалистов обороны папа праздник приказ вывод независимости успешно китайской доля виктор моему зал совет практика мозга разработки счастлива остров ошибки студентов продукции
      художник передачи обсуждать приводит женской схема давай камеры десять хочешь шоу попал услуги мария лев сумму профессионального медицинской смысл святой массовой готов менять физической
      двое петра теории задержали электронной спать повторить поднять гол олимпийских присутствие алексей хозяйства идти км отношении работников закрыт родной сыграл отдел финансовых андрей
      соглашение сестра джон модель учитель участвовать врагов конференции прочих надежда наличие потребуется жертв температура концерт железной сад др иначе кем рынке акции марк ясно установить
      преступления любимый трех грузии дождь понял слабо ставить прежнему собака норм принес круто снимать окна выставка стоимость болезни америки солнце разумеется дни дочь знаете недели нужен ф
      ю домашних снять родителей учиться округа читать господин функции пожар памятник одновременно слава недавно начнется уничтожить абсолютно сфере закрыть высоте вспомнить учреждения вполне
      санкт сми заместитель ценности двумя введение мысль попробовать обоих ребята оборудования верховного состоянии обещал стиль тур зрения купить компьютер ведущих спортивные очков режима
      полицейские писатель школа атаки полезных знаешь ст ч дух клиентов зависит обучения низкой заняться портал видно устройство служить причем церковь случайно подробности неизвестно откуда сюда
      мысли дмитрий короткий проще охраны оценить объявил устроить древних японии сидит элементы революции снижение фронта критики журналист анализ поезд заменить резко столицы редко зеленый любви
      мм ниже убить расширение италии автобус энергии означает одежду небо рассматривать поражение пустой законодательства умеет богатых родину волосы стихи моего оба помочь вели офицер дворе
      поймать очевидно карьеру списке опасный прибыли спустя попросил вооруженных тайны генерал промышленности мероприятий масса фестиваль секретарь законом чаще решать ключ днем контракт дает мэр
      давление странице пытался опасности адрес счастье соревнования университета забыть профессор смысле человеческого пройдет взрыв вижу насколько семейства вечно ужас ближайшие войну академии
      бумаги заказ художественной горячей вызывает ремонт блок искать опубликовано ответственность спор ресурсов лист сан йорке пресс зимой взрослых смена донецке штаб конец настолько ой ту
      достижения множество вошли аэропорт процентов шанс соединения объявлено традиции традиционно максимально попала выступления удачи понравилось музыкальный польши лечение конкретно выражение
      юрий упал изображение минск обе давайте тюрьмы весной предполагает рыбы категории надеяться смену пожалуй пространство сцене кубка звук глубоко верхней писать относительно храм предметы
      отменить генерального арест ребенок секунд губернатора касается британский гораздо де млрд парень посвящена боюсь берет имеющих боже отечественной мост крупнейших церкви расходы забыл
      администрации хранения разделить пределах сотрудничества запись премии награду роман конфликт тихо режим заставить фирмы духовной отправляется какого кг людьми своему окончания установки
      рекламы рассмотрение питания творчества ходить поколения острова японской убит разработан осенью евгений добавить вступил англии зависимости реакция однажды учетом сведения выяснить отряд
      турции анна приложение коллеги карл жаль угрозы задание физики мирного реформы услышать машину ждет весьма моих результат хуже запасы административного статус доказать птицы итальянской
      кредита ушел князь знаменитый доверие гонки встать фото поверить музей ощущение акт показатель евро противника покинуть футболисты инженер вынужден информационных сожалению сидеть полка
      судебной наказание мисс глупо вскоре выйти ладно модели можешь мою окончательно спрашивает темно мужской помещения обязан молодежи предыдущих уголовное проиграл страх майкл интервью выйдет
      подруга достать израиля дочери камень огонь юго брак захватили настроение попадает самолет игорь воли оставляет воздушных царь эксперт переговоры мелкие королева пережить сегодняшний боя
      реализации честно дано павел гостей дальнего зимних бесплатно испании юридических трудового исходя ехать обязанности поведение перестал поверхности научно будешь ибо можете помимо родители
      хотите ярко лагерь выбирать вкус улучшения заведения писал высказывания ворота пройти нефти самолета библиотеки стандарт контакт детства промышленной формирования углу прекратить путешествие
      командир билет фоне суть урок мужик замечательно огня эксплуатации устраивает настоящему разрушения кофе никого провести знания возьми пальцы философии брать больных защищать василий властей
      молчание сон километров вовсе освобождения поток справа эффект приглашение вырос лондоне регионального футбол груди поможет остался кризис космических разница уважение общего оон
      соответственно давать сборник явно сходить ракеты нуждается избран максим факторов пробы несет борис младший департамента заработать творческий налогов замечает узнал удовольствием убивает
      бюджета следствие положительно мертвых коллектива воспоминания киевской идеально постановление полосы фактически защитник ассоциации познакомиться протяжении никому санкции париже старт
      подразделения расследование звонить погода весело актер истины бедный гости придумал романа купил механизм инструмент питер середине водитель теплый бой покупать следующем победитель лежит
      эпохи риск печати журнале порядок сдать фигуры раннего обед отдыха страдает отдать рейтинг самостоятельно присоединиться десятки корпуса перспективы приз канале поехать окружения замуж
      заслуживает православной кожи кандидата восстановления проверки двигатель кадров жители ок учеников фамилия оператор дон проживания офис новосибирск направлении поднимается характеристики
      существования внести призвал любить впечатление коп мяч напоминает германия спиной ядерной зовут тест рассчитывать гордость партнер голубой возле словно ветер камни сериал звучит этаже
      химического синий намерен исчез признаки мобильный польского зарплаты помощник попытался светлана чужой футбольный редакции стадии справедливости предоставляет ушла казалось умный секреты
      флота лаборатории моим рекорд тяжело полагаю владеет з идут институт порошенко съезда горных сирии индивидуальных поставлена извините почта читал больно исключительно выпустили доклад олег
      рот код нападение аналогичные удивительно рак веселый мясо пойти палаты гран военно ван устал отдела солдат комитет индии бабушка жестоко материал предварительно обладает оплаты сибири
      планеты снег смертью ночной муниципальных социалистического погибших подтверждает ежегодно аппарата последствия кольцо танков сокращение четвертый вниз объема пропустил медведев вред свадьба
      окружающей регулярно кухне правовой превратить направил белоруссии ан ес отсюда представители недостаточно вспоминать товарищ бригады граждане денежных организована солнечной проявляется
      имущества обслуживания сырья слухи заходите динамо запретить просьбой пострадали стоять верить чиновников удалить позвонил склад восемь организма впрочем одному такими парламента олимпиады
      воспитание боевики заболевания битва лесной озера жестко падения герой единиц примет бороться трое музея отель дам ввода пилот красоты сотни запрещено ума дар предположить вузов грязи крыши
      регистрации белорусской успели эфире наступает флаг взаимодействия немцы расскажу азии терять скучаю великобритании покажет канады поездки кричать елена константин начальной университет
      танцы полковник вице вне наоборот руками отпуск мягко удивление свежий классической сообщества ирана подтвердил забывать завоевал лошадь нынешнего заставляет слезы неплохо создавать
      сопротивление редактор приговор крепко супруга сомнения организовать перешли предела производственных неудачи уменьшить отставку размещения дружбы дороже костюм граждан намного персонажей
      публики турецкий протеста общественно across himself self wife ground connection page entire county exactly article individual focus app press property accept dr instead energy animals round
      role size medical bar june total wear de re discussion investment standard dead cool card judge youll previous towards store stage church goes score track amount raised inside title guess
      version piece society co economic blue trust especially removed w average photo concerned drink july arms military style explain throw deep count paper key federal above st tv x plant east
      respect sleep established wall sports science announced situation nation private contains april details english online door cross foundation wouldnt normal enter code apply association image
      travel language middle award represent material green british l sorry contract james gold tried choice customers beat box flow definitely finally competition voice attempt shop league add
      patients failed argument pull loss ride mom measures ball dance hot worth alone wonder miles challenge prepared al themselves network lower port express technology shooting chief rock
      benefits arrived lord die compared daughter cup huge forward effort clean message n september usually selected executive access fair hospital quality risk island station notice union website
      poor married gun stick worry stuff block computer dark evidence whatever football institute david ok mass amazing construction dream except letter pain color popular fit youve slow bed
      difference safe professional drug england p lady minister oil china coach various heavy credit approach financial table council search physical text havent hey o uk upon district attention
      hair absolutely scene file cell farm roll foreign opportunity subject significant led application reduce blood cannot october u gain painting potential touch river born european push legal
      author sort simple basic august wide century itself november michael couldnt regular damage army campaign staff contact fish earth address female modern master peace replace structure memory
      william pop option sea suit singing tour french january perhaps advanced lie tree content fix washington combined hurt double seven degree demand album australia crazy doctor episode super
      fear imagine ten f simply truth sister fly object affected secret filled supposed brown sir population prevent authority daily achieve employment revealed weight contributed december
      difficult whose laugh george spot india determined critical movement welcome strike global speed proposed handle internet christian window arent apart pressure defense seat command h okay v
      owner artist users agree opinion recommend interview conference dress promote stock launch la partner husband europe target prove purpose addition lol band below paul committee machine
      tonight necessary additional reaction mix method straight agency weve committed cold rise prison murder excited update investigation percent wanna battle correct lack primary tomorrow
      purchase host prior administration professor funny burn heat growth electric gas resources earned ability etc february shall y grant hotel supply capital wedding income settlement extremely
      communication kick radio obviously spring annual avoid eight crime regarding german western ii via conversation print request guide attend favorite corporate disease function progress trip
      california suffering honest brand thousands screen insurance ahead anti chinese adult brain impact attractive san civil fat manufacturing location solution dad transport angeles floor agent
      commission ice vehicle equipment skills despite g hi j sun firm identified canada extra coast dollars inspired indian independent seek occurred bear france justice jump weekend feet jesus
      throughout male grade channel legs items waste copy conducted hunt doubt employees initial camera hill delivered introduced smoke vary clothes friday cook confirmed maintain destroyed beyond
      immediately unless engaged depending assistance trial map knowledge pro celebrate commercial pack rich safety camp nobody literally approved secretary pre ring cat gift stupid winner beach
      glass theory wind shape anyway historical hundred grand wow rank skin sweet wood transfer sunday weapons bag http receive stone senior discovered steal complex queen warning aid accident
      violence agreement plus australian marriage impressive gotta cancer division cast flight operating mobile exchange tone documents consumer wake aware arrested village champion distribution
      mountain lock reserve bomb garden appointed expensive corner anymore library extended horse load schedule separate facilities robert defend refused candidate africa observed device rare
      scale profit yesterday cash glad environment spread worst struggle biggest assume bird stress multiple captain awesome located sick hall reflect invited apparently admit peter cry smith
      winter click concept hang latest older balance guard loan germany soul trouble session strange joke injury mary ticket economy lake japan tips expert luck minor surface retirement elements
      analysis christmas k thus foot faith eventually digital facebook opposite traditional typically overall congress prayer distance soldiers saturday spirit holy classic comfortable associated
      rose largest speech google square bet honor royal bus quote deserve airport register aint feed citizens survival wing fully mrs texas worse breath profile smart weather prime taste victim
      weak fashion enemy magic freedom advice pair stream tools louis mistake encourage dude payment otherwise promise mouth remind nine wild abuse denied tired graduate metal warm status aim wave
      ignore bridge jones strategy fresh jack budget display ban alliance therefore truly suddenly terrible estate adopted tend bottom coffee volume everybody defined cap desire advantage route
      slightly smile regulations talent indicate controlled respond declared duty scared religious border tom highest hero tape switch famous edge boat lawyer photographs african installed decades
      criminal quarter influence liberal apple vs northern importance appreciate wonderful finance rent hired traffic whom essential frank actor southern suck restaurant zone intended
      responsibility representative richard equal healthy arranged strength sad chicago chart hole cheap yard constant email entertainment technical crowd audience survey agreed thomas twice
      surrounding detective magazine twitter shut blog blow youd protest fourth cops journal shift weird escape lucky residents totally shouldnt ensure alternative affairs length monday relations
      rain net surprised witness obtained television trail extensive bowl description hide belong mid prefer negative fees paris peoples bond task somebody proud boss ex examination silver shoes
      sample tough mail download proper variety background temperature client reliable van captured shock mike birth dangerous basis chris japanese christ fellow forest pattern joint guest fuel
      interaction youth fingers labor surprise truck festival sky joe dinner instructions senate license debate chairman thoughts resistance reply advised religion lay medicine mode till giant
      platform chair usa dear holiday lift kiss failure assessment conflict repeat dry techniques path blame ed greatest indeed cycle quiet tank qualified fifth unique pounds nurse confused
      statistics attorney mate exercise crash ray debt planet museum steel depression birthday expand chain exhibition victory eggs wash frame eastern herself impossible nor jan brief predicted
      henry crew prince wheel flat tears inc martin florida shirt charles vice iron core olympic entry advertising studio gathered leadership neither onto possibly software threat gene storm
      territory colour afford mount pool soft newspaper besides solid beer mexico possession theyve favor horrible trend root category unlike monitor alive plate pure branch valley crack canadian
      reform aspects assistant britain chapter draft clinical lee evil bottle web frequently illegal parliament suspect ocean defeat behavior bay programme emotional bigger bone adam organized
    `,
  },
  {
    weight: 0.82,
    words: `
      native grab emergency mess restrictions transformation harry automatically intention pet rough ear johnson mad novel folks assigned scott labour tea revenue constitution democratic bell
      forever somewhere accused plenty tie afternoon frozen girlfriend conservative ruin opposed excellent spin incident capacity presence inch split phase climate nuclear spanish moon consists
      procedure chemical intense experienced convinced disappointed boring lesson proceed troops proof assets error fantastic strip flag pitch delay upper fruit electronic environmental transition
      useful threatened womens circle bright sub hello hasnt row topic steve gate attached adapted lane asian rush theyll knock ben appropriate sentence package solve aged decline wounded fake
      domestic prize anywhere broad rejected explore offensive danger retail identity instance intelligence label shell jersey possibility enable virtual translation divided squad exposed
      enforcement sugar supreme butter tech wage drama rapid chase compete heaven afraid yellow italian journey punishment integration fox plot scotland scientific participate tight pilot
      permanent adjusted inspector minimum politicians sand marine youtube fault blessed chicken principles ancient lying scheme snow pm manner sight smell screaming random werent era angry
      recognize components vision suicide highlights mayor tony lunch attitude realized daniel milk infection panel trick kitchen jail relatively boston
    `,
  },
];

const rare = 0.94;

const weights = new Map<string, number>();
for (const { weight, words } of bands) {
  for (const word of words.trim().split(/\s+/)) {
    const stem = stemWord(word);
    if (!weights.has(stem)) weights.set(stem, weight);
  }
}

/** Returns how rare a stem is in general language, from 0.39 (grammar) to 0.94 (anything that is not frequent). */
export const stemRarity = (stem: string): number => weights.get(stem) ?? rare;

/** Returns whether a stem is one of the frequent ones. */
export const isFrequent = (stem: string): boolean => weights.has(stem);
