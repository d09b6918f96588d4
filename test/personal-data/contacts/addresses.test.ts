import test from 'ava';
import { cleanQuery } from '../../../src/personal-data/clean.ts';

const cases: Record<string, readonly (readonly [string, string])[]> = {
  'e-mails: Latin, Cyrillic and punycode addresses': [
    ['пишите на info+shop@sub.firma.com.tr!', 'пишите на [EMAIL]!'],
    ['отдел@завод.рф', '[EMAIL]'],
    ['user@xn--80ak6aa92e.xn--p1ai', '[EMAIL]'],
    ['noreply@[10.0.0.1]', '[EMAIL]'],
  ],
  'e-mails: words glued to the address stay': [
    ['почтаinfo@firma.ru', 'почта[EMAIL]'],
    ['info@firma.ru-рабочая', '[EMAIL]-рабочая'],
    ['info@firma.ru.Спасибо', '[EMAIL].Спасибо'],
    ['a@firma.ruиb@firma.ru', '[EMAIL]и[EMAIL]'],
  ],
  'e-mails: mailto belongs to the address': [['mailto:info@firma.ru', '[EMAIL]']],
  'e-mails: blanks round the sign and a comma for the dot': [
    ['info @ firma.ru', '[EMAIL]'],
    ['info@firma,ru', '[EMAIL]'],
  ],
  'e-mails: a blank or a further dot at the last dot, a doubled sign, a sign in brackets': [
    ['info@firma .ru', '[EMAIL]'],
    ['info@firma. com жду', '[EMAIL] жду'],
    ['info@firma..ru', '[EMAIL]'],
    ['info@firma.ru. Net access', '[EMAIL]. Net access'],
    ['info@@firma.ru', '[EMAIL]'],
    ['info[@]firma.ru', '[EMAIL]'],
  ],
  'e-mails: a local part in quotation marks': [
    ['"anna petrova"@firma.ru', '[EMAIL]'],
    ['«Отдел» @firma', '«Отдел» @firma'],
  ],
  'e-mails: encoded for an address on the web': [
    ['mail=anna%40firma.ru&id=5', 'mail=[EMAIL]&id=5'],
    ['anna%2540firma.ru', '[EMAIL]'],
    ['a%40b@firma.ru', '[EMAIL]'],
  ],
  'e-mails: signs written as words': [
    ['info(at)firma.ru', '[EMAIL]'],
    ['info [собака] firma [точка] ru', '[EMAIL]'],
    ['info собака яндекс точка ру', '[EMAIL]'],
    ['anna точка petrova собака firma точка ru', '[EMAIL]'],
    ['Пишите: a дефис b подчёркивание c собака mail точка ru!', 'Пишите: [EMAIL]!'],
    ['info at firma dot ru', '[EMAIL]'],
    ['info@firma точка ru', '[EMAIL]'],
  ],
  'e-mails: an at sign alone is none': [
    ['@support, ответьте', '@support, ответьте'],
    ['npm i react@18.2.0', 'npm i react@18.2.0'],
    ['user@localhost', 'user@localhost'],
    ['user@server01:~$ ls', 'user@server01:~$ ls'],
    ['npm i vue@next', 'npm i vue@next'],
    ['скидка 20%40 единиц', 'скидка 20%40 единиц'],
    ['собака гуляла по улице', 'собака гуляла по улице'],
  ],
  'links: with a scheme, to the end of the address': [
    ['Ссылка: https://firma.ru/a?b=1#c не открывается', 'Ссылка: не открывается'],
    ['(https://ru.wikipedia.org/wiki/Река_(значения))', ''],
    ['http://localhost:3000/login', ''],
    ['Смотри https://firma.ru/pагде это', 'Смотри агде это'],
    ['https://a.ru,https://b.ru', ''],
  ],
  'links: without a scheme': [
    ['www.firma.ru/page', ''],
    ['зашёл на firma.ru, не вижу', 'зашёл на, не вижу'],
    ['завод.рф', ''],
    ['на firma.ru-там всё', 'на -там всё'],
    ['t.me/firma_help', ''],
    ['shop.firma.example/cart', ''],
    ['wiki.firma.local/page', ''],
    ['форма forms.gle/Xy12Zz', 'форма'],
    ['goo.su/a1, t.ly/b2', ''],
  ],
  'links: words stay apart where one was cut out': [
    ['тут//firma.ru', 'тут//firma.ru'],
    ['вотhttps://a.ruи вот', 'вот и вот'],
  ],
  'links and e-mails: program code is none': [
    ['Exception at com.firma.cart.Cart.add(Cart.java:4)', 'Exception at com.firma.cart.Cart.add(Cart.java:4)'],
    ['at com.shop.Cart.add(Cart.java:4)', 'at com.shop.Cart.add(Cart.java:4)'],
    ['java.io.IOException', 'java.io.IOException'],
    ['look at firma for help', 'look at firma for help'],
  ],
  'links: files, packages, abbreviations and products are none': [
    ['readme.md', 'readme.md'],
    ['report.pdf', 'report.pdf'],
    ['video.mp4, voice.m4a и logs.7z', 'video.mp4, voice.m4a и logs.7z'],
    ['setup.py3, app-1.2.3.apk, x.com-ui', 'setup.py3, app-1.2.3.apk, x.com-ui'],
    ['id_rsa.pub', 'id_rsa.pub'],
    ['application.properties', 'application.properties'],
    ['main.map', 'main.map'],
    ['com.example.app', 'com.example.app'],
    ['г.Москва', 'г.Москва'],
    ['ASP.NET', 'ASP.NET'],
    ['forms.gle', 'forms.gle'],
    ['user.play()', 'user.play()'],
    ['src/index.ts/x', 'src/index.ts/x'],
    ['привет.как дела', 'привет.как дела'],
    ['http:// не пишите', 'http:// не пишите'],
  ],
  'quotes: blocks go, nested and in any letter case': [
    ['да [q]было[/q] нет', 'да нет'],
    ['[Q]a [q]b[/q] c[/Q]нет', 'нет'],
    ['да[q]x[/q]нет', 'да нет'],
    ['[q="Анна"]было[/q] нет', 'нет'],
  ],
  'quotes: a tag without its partner stays': [
    ['[q]начало', '[q]начало'],
    ['конец[/q]', 'конец[/q]'],
  ],
};

for (const [rule, pairs] of Object.entries(cases))
  test(rule, (t) => {
    for (const [text, expected] of pairs) t.is(cleanQuery(text), expected, text);
  });
