import { stemWord } from '../../domain/stems.ts';

// Synonyms in support messages, one group per line, Russian and English together; any form of a word covers all its forms. Only words that
// mean the same in almost every message: a doubtful one does more harm than good.
const groups = `
  войти вход вхожу захожу зайти заходит авторизация авторизоваться логин логиниться залогиниться залогинился зайду заходить войду логинится вошел login signin logon authorize
  пароль пароли password passcode passwd pwd
  аккаунт акк учетка учетная учетную учетной кабинет профиль акаунт аккаунта акка учетки account profile
  регистрация зарегистрироваться регистрируюсь register registration signup
  восстановить восстановление сброс сбросить reset restore recover recovery
  забыл забыла забыли потерял потеряла утерян утеряна утрачен forget lose lost
  смс sms сообщение сообщения эсэмэс эсэмэска смска смски эсэмэска message msg
  код кода пин пинкод code pin
  подтвердить подтверждение верификация верифицировать проверка проверочный confirm confirmation verify verification
  заказ заказы заказать заказывал order ordering
  посылка отправление бандероль груз parcel package
  доставка доставить доставляют доставят доставлен привезти привезли привезут привоз везут deliver delivery
  курьер доставщик курьера courier
  отправить отправка отправили отгрузить отгрузка отгрузили ship send dispatch
  отследить отслеживание отслеживается отследите трек трекинг track tracking
  адрес адреса address
  отмена отменить отменили отменен аннулировать аннулирование cancel cancellation
  подписка подписки автопродление subscription subscribe
  отписаться отписка отпишите отпишитесь отписать unsubscribe
  рассылка рассылки спам реклама spam newsletter
  возврат вернуть верните возвратить возвращение возвращать возвращаю вернули возмещение возместить refund reimburse reimbursement
  деньги денег средства денежные деньгами деньгам денежка денежку бабки бабло money funds
  сумма стоимость цена цены amount price cost
  оплата оплатить оплачивать оплачен плачу платить платеж платежа заплатить заплатил проплата pay payment
  списать списание списали списаны списывают сняли снятие снялись charge debit
  дважды двойной двойное задвоился задвоение повторно дубль дубликат twice double duplicate
  карта карты карточка карточкой card
  счет счета инвойс invoice bill
  чек чеки квитанция receipt
  скидка скидки скидку скидок discount
  промокод промокода купон купоны акция промик промо купона promo promocode coupon voucher
  бонус бонусы баллы балл кэшбэк кешбэк bonus cashback points
  тариф тарифы тарифный tariff plan
  товар товары изделие вещь вещи покупка покупки product item goods purchase
  купить купил купила приобрести приобрел приобретение покупать покупал buy
  магазин магазины store shop
  наличие наличии наличию остатки остаток stock availability
  гарантия гарантийный гарантии warranty guarantee
  ремонт починить починят отремонтировать repair fix
  сломан сломался сломалось сломать сломана поломка поломался неисправен неисправность испорчен сдох сдохла сдохло накрылся накрылась сломала сломали broken damage damaged faulty
  брак бракованный дефект дефектный defect defective
  разбит разбита разбили разбился треснул трещина расколот crack cracked shattered
  удалить удалите удаление стереть ликвидировать уничтожить снести снесите выпилить delete remove erase
  изменить изменение изменили поменять поменяйте поменялся сменить смена смените менять изменять change modify
  исправить исправьте поправить исправление отредактировать редактировать correct edit
  заменить замена замените обмен обменять replace replacement
  обновить обновление обновите обновился апдейт апгрейд обнова обнову обновления update upgrade
  добавить добавление добавьте add
  настроить настройка настройки настройте setup configure settings configuration
  установить установка установите инсталлировать поставить инсталляция install installation
  подключить подключение подключите подключается соединение коннект соединиться подключаться коннектится подсоединить подсоединиться connect connection
  отключить отключение отключите выключить деактивировать disable deactivate
  включить включение включается активировать активация активируется enable activate activation
  заблокировать блокировка заблокирован заблокировали бан забанили заблочили заблочен заблокируйте блокнули заблокировали заморозили заморожен block blocked locked ban suspended
  разблокировать разблокировка разблокируйте разлочить разблочить разблокировали unblock unlock
  ошибка ошибку ошибки сбой баг ошибочно глюк глюки глючит косяк error failure fault bug
  отказ отказано отклонен отклонили отклоняется отклоняет отвергнут decline declined reject rejected refuse refused deny denied
  невозможно недоступно недоступен unavailable impossible
  недействителен недействительный неверный неверно неправильный неправильно некорректный invalid incorrect wrong
  истек истекла истекло просрочен просрочена закончился закончилась expire expired
  медленно медленный тормозит тормоза лагает лаги подвисает тормозить тупит еле slow lag laggy
  зависает завис зависла зависание freeze frozen hang hangs
  вылетает вылет вылетела крашится краш закрывается вылетать крашнулось закрылось crash crashes
  приложение приложении приложуха апп прила прилу прилка приложуху приложения app application
  программа программу софт прога прогу проги software program
  сайт сайта страница страницы website site page
  браузер browser хром chrome
  компьютер комп пк ноутбук ноут бук ноутбуке компе системник computer pc laptop notebook
  телефон телефона смартфон мобильный мобильник мобила мобилка мобилы тел телефоне phone smartphone mobile
  номер номера number
  айфон айфоне iphone ios
  андроид андроиде android
  виндовс винда windows
  ворд word
  эксель экселе excel xls xlsx
  аутлук outlook
  интернет интернета инет инета инете интернете internet
  вайфай вайфая wifi
  роутер роутера маршрутизатор модем router modem
  сеть сети network
  сервер сервера server
  принтер принтера мфу принтак printer
  печать печатает распечатать напечатать распечатка print
  сканер сканировать отсканировать scan scanner
  впн vpn
  удаленный удаленка удаленно remote
  почта почты почту почтовый емейл имейл мейл письмо письма мыло имейлы мейлы ящик mail email letter
  вложение прикрепить attachment attach
  файл файлы документ документы file document
  выгрузить выгрузка выгрузки экспорт экспортировать export
  загрузить загрузка импорт импортировать upload import
  скачать скачивание скачивается download
  отчет отчеты report
  доступ доступа access
  права разрешение полномочия permission rights privileges
  сотрудник коллега работник employee colleague
  безопасность защита безопасности security
  взлом взломали взломан украли похитили хакнули угнали взломать hack hacked steal stolen
  мошенник мошенники мошенничество обман scam fraud fraudulent
  данные сведения информация data information details
  долго задержка задержали опаздывает опоздание просрочка delay delayed late overdue
  срок сроки deadline term
  ждать жду ожидание ожидаю ждем wait waiting pending
  быстро срочно скорее побыстрее urgent urgently asap
  получить получение получил получаю receive
  приходит пришел пришла пришло придет прийти приходят поступил поступило поступает поступление дошло дошел доходит дойдет arrive arrived
  пропал пропала пропали пропало исчез исчезла исчезло disappear disappeared missing vanished
  лишний лишнее лишние extra additional
  бесплатно бесплатный free
  договор договора контракт contract agreement
  оператор менеджер специалист операторы операторов operator manager
  жалоба пожаловаться претензия complaint complain
  отзыв отзывы рецензия комментарий review feedback comment
  фото фотография снимок photo picture
  скриншот скрин screenshot
  звонок звонить позвонить дозвониться перезвонить call
  звук аудио громкость sound audio
  экран монитор дисплей моник экране мониторе дисплея screen display monitor
  запуск запустить запускается запускать стартует старт launch start
  тест тестовый test
  лимит ограничение limit restriction
  подарок подарочный gift
  сертификат certificate
  лицензия лицензии license licence
  ключ ключа токен key token
  апи api
  город города city
  язык language
  страна страны country abroad
  перевод перевести переводил перевел переводы перечислить перечисление перечислил transfer remittance
  пополнить пополнение пополнил пополняю закинуть закинул topup refill recharge replenish
  зачислить зачисление зачислили зачислились начислить начисление начислили credited
  банкомат банкомата банкомате atm cashpoint
  наличные наличка наличными налом cash
  комиссия комиссию fee commission surcharge
  баланс balance
  валюта валюты currency
  кредит кредита заем займ ссуда loan
  долг задолженность debt
  процент проценты percent percentage
  штраф пеня penalty
  налог налоги tax
  зарплата оклад salary wage wages
  рассрочка рассрочку installment installments instalment
  паспорт паспорта passport
  подпись подписи signature
  вирус вирусы virus malware
  батарея аккумулятор аккумулятора battery
  зарядка зарядное зарядить заряжать заряжается charger
  наушники гарнитура headphones headset
  микрофон микрофона microphone mic
  камера камеру вебкамера camera webcam
  видео ролик video
  клавиатура клава keyboard
  мышь мышка mouse
  кабель провод шнур cable cord
  кнопка кнопку button
  папка папки folder directory
  шум шумит гудит жужжит noise noisy
  перегрев перегревается греется нагревается overheat overheating
  мигает моргает мерцает blink blinking flicker flickering
  размер размеры size
  цвет цвета color colour
  упаковка коробка packaging box
  склад склада warehouse
  самовывоз пвз pickup
  график расписание schedule timetable
  компания фирма организация юрлицо company organization organisation firm
  бухгалтерия бухгалтер accounting accountant
  поддержка саппорт техподдержка support helpdesk
  бот чатбот робот bot chatbot robot
  пользователь юзер user
  админ администратор админа admin administrator
  уведомление уведомления оповещение пуш notification alert
  бэкап бекап backup
  ссылка ссылку линк link url
  таблица таблицы spreadsheet
  поиск искать ищу search
  календарь calendar
  встреча созвон meeting
  перезагрузить перезагрузка перезапустить перезапуск ребут reboot restart
  откатить откат откатиться rollback revert downgrade
  скорость скорости speed
  симка симку сим симкарта sim
  роуминг роуминге roaming
  ребенок ребенка дети детей child kid kids
  бронь бронирование забронировать booking reservation
  отель гостиница hotel
  тикет заявка заявки обращение ticket
  закрыть закройте закрытие close
  открыть открытие открывать open
  ввести ввод ввожу вводить enter
  выбрать выбор choose select
  создать создание создаю create
  разрешить разрешите разрешено allow permitted
  незнакомый неизвестный странный подозрительный unknown strange unfamiliar unrecognized unrecognised suspicious
  случайно нечаянно accidentally accident mistakenly
  мгновенно моментально immediately instantly instant
  дешевле дешевый дешево подешевле cheap cheaper
  дорогой дорого подорожал expensive
  увеличить повысить увеличение increase raise
  уменьшить снизить понизить decrease reduce
  продлить продление renew renewal extend extension
  не нет нету not no dont doesnt didnt isnt arent wasnt wont cant cannot couldnt havent hasnt
`;

const members: readonly (readonly string[])[] = groups
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

const groupOf = new Map<string, number>();
members.forEach((words, group) => {
  for (const word of words) {
    for (const form of [word, stemWord(word)]) if (form === word || !groupOf.has(form)) groupOf.set(form, group);
  }
});

/** The words of all groups as listed. */
export const synonymWords: readonly string[] = members.flat();

/** Returns the number of a word's synonym group, by the word or else its stem; undefined if it has none. */
export const synonymGroup = (word: string, stem: string): number | undefined => groupOf.get(word) ?? groupOf.get(stem);
