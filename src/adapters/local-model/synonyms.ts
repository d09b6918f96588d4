import { stemWord } from './stems.ts';

// What people who write to a support desk say for the same thing, one group a line, Russian and English together; any form of a word
// stands for all its forms. Only words that mean the same in almost every message: a doubtful one does more harm than good.
const groups = `
  войти вход вхожу захожу зайти заходит авторизация авторизоваться логин логиниться залогиниться залогинился login signin logon authorize
  пароль пароли password passcode passwd pwd
  аккаунт акк учетка учетная учетную учетной кабинет профиль account profile
  регистрация зарегистрироваться регистрируюсь register registration signup
  восстановить восстановление сброс сбросить reset restore recover recovery
  забыл забыла забыли потерял потеряла утерян утеряна утрачен forget lose lost
  смс sms сообщение сообщения эсэмэс эсэмэска message msg
  код кода пин пинкод code pin
  подтвердить подтверждение верификация верифицировать проверка проверочный confirm confirmation verify verification
  заказ заказы заказать заказывал order ordering
  посылка отправление бандероль груз parcel package
  доставка доставить доставляют доставят доставлен привезти привезли привезут привоз везут deliver delivery
  курьер доставщик courier
  отправить отправка отправили отгрузить отгрузка отгрузили ship send dispatch
  отследить отслеживание отслеживается отследите трек трекинг track tracking
  адрес адреса address
  отмена отменить отменили отменен аннулировать аннулирование cancel cancellation
  подписка подписки автопродление subscription subscribe
  отписаться отписка отпишите unsubscribe
  рассылка рассылки спам реклама spam newsletter
  возврат вернуть верните возвратить возвращение возвращать возвращаю вернули возмещение возместить refund reimburse reimbursement
  деньги денег средства денежные money funds
  сумма стоимость цена цены amount price cost
  оплата оплатить оплачивать оплачен плачу платить платеж платежа заплатить заплатил проплата pay payment
  списать списание списали списаны списывают сняли снятие снялись charge debit
  дважды двойной двойное задвоился задвоение повторно дубль дубликат twice double duplicate
  карта карты карточка карточкой card
  счет счета инвойс invoice bill
  чек чеки квитанция receipt
  скидка скидки discount
  промокод промокода купон купоны акция promo promocode coupon voucher
  бонус бонусы баллы балл кэшбэк кешбэк bonus cashback points
  тариф тарифы тарифный tariff plan
  товар товары изделие вещь вещи покупка покупки product item goods purchase
  купить купил купила приобрести приобрел приобретение buy
  магазин магазины store shop
  наличие наличии наличию остатки остаток stock availability
  гарантия гарантийный гарантии warranty guarantee
  ремонт починить починят отремонтировать repair fix
  сломан сломался сломалось сломать сломана поломка поломался неисправен неисправность испорчен broken damage damaged faulty
  брак бракованный дефект дефектный defect defective
  разбит разбита разбили разбился треснул трещина расколот crack cracked shattered
  удалить удалите удаление стереть ликвидировать уничтожить delete remove erase
  изменить изменение изменили поменять поменяйте поменялся сменить смена смените менять изменять change modify
  исправить исправьте поправить исправление отредактировать редактировать correct edit
  заменить замена замените обмен обменять replace replacement
  обновить обновление обновите обновился апдейт апгрейд update upgrade
  добавить добавление добавьте add
  настроить настройка настройки настройте setup configure settings configuration
  установить установка установите инсталлировать поставить инсталляция install installation
  подключить подключение подключите подключается соединение коннект соединиться connect connection
  отключить отключение отключите выключить деактивировать disable deactivate
  включить включение включается активировать активация активируется enable activate activation
  заблокировать блокировка заблокирован заблокировали бан забанили block blocked locked ban suspended
  разблокировать разблокировка разблокируйте unblock unlock
  ошибка ошибку ошибки сбой баг ошибочно error failure fault bug
  отказ отказано отклонен отклонили отклоняется отклоняет отвергнут decline declined reject rejected refuse refused deny denied
  невозможно недоступно недоступен unavailable impossible
  недействителен недействительный неверный неверно неправильный неправильно некорректный invalid incorrect wrong
  истек истекла истекло просрочен просрочена закончился закончилась expire expired
  медленно медленный тормозит тормоза лагает лаги подвисает slow lag laggy
  зависает завис зависла зависание freeze frozen hang hangs
  вылетает вылет вылетела крашится краш закрывается crash crashes
  приложение приложении приложуха апп app application
  программа программу софт software program
  сайт сайта страница страницы website site page
  браузер browser хром chrome
  компьютер комп пк ноутбук ноут computer pc laptop notebook
  телефон телефона смартфон мобильный мобильник phone smartphone mobile
  номер номера number
  айфон айфоне iphone ios
  андроид андроиде android
  виндовс винда windows
  ворд word
  эксель экселе excel xls xlsx
  аутлук outlook
  интернет интернета internet
  вайфай вайфая wifi
  роутер роутера маршрутизатор модем router modem
  сеть сети network
  сервер сервера server
  принтер принтера мфу printer
  печать печатает распечатать напечатать распечатка print
  сканер сканировать отсканировать scan scanner
  впн vpn
  удаленный удаленка удаленно remote
  почта почты почту почтовый емейл имейл мейл письмо письма mail email letter
  вложение прикрепить attachment attach
  файл файлы документ документы file document
  выгрузить выгрузка выгрузки экспорт экспортировать export
  загрузить загрузка импорт импортировать upload import
  скачать скачивание скачивается download
  отчет отчеты report
  доступ доступа access
  права разрешение полномочия permission rights privileges
  сотрудник коллега работник employee colleague
  безопасность защита security
  взлом взломали взломан украли похитили hack hacked steal stolen
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
  оператор менеджер специалист operator manager
  жалоба пожаловаться претензия complaint complain
  отзыв отзывы рецензия комментарий review feedback comment
  фото фотография снимок photo picture
  скриншот скрин screenshot
  звонок звонить позвонить дозвониться перезвонить call
  звук аудио громкость sound audio
  экран монитор дисплей screen display monitor
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

/** The words of all groups as they are listed. */
export const synonymWords: readonly string[] = members.flat();

/** Returns the number of the group of synonyms that a word belongs to, by this form or else its stem, or undefined. */
export const synonymGroup = (word: string, stem: string): number | undefined => groupOf.get(word) ?? groupOf.get(stem);
