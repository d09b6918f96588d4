import { words } from '../word-list.ts';

/** Top-level domains by which `name.tld` is a link: all country codes and common generic ones of IANA's root zone. */
export const topLevelDomains = words(`
  ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd
  cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf
  gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km
  kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz
  na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg
  sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va
  vc ve vg vi vn vu wf ws ye yt za zm zw
  com net org info biz name pro edu gov mil int mobi aero asia cat coop jobs museum tel travel post
  example academy accountant accountants agency app art audio auction band bank bar beer best bet bid bike bio black blog blue
  boutique build builders business buzz cab cafe camera camp capital cards care career careers casa cash casino center
  chat cheap church city claims cleaning click clinic clothing cloud club coach codes coffee community company computer
  construction consulting contact contractors cooking cool coupons courses credit cruises dance date dating deals
  degree delivery democrat dental design dev diamonds digital direct directory discount doctor dog domains download
  earth eco education email energy engineer engineering enterprises equipment estate events exchange expert exposed
  express fail family fan farm fashion finance financial fish fit fitness flights florist flowers football forsale
  foundation fun fund furniture futbol gallery game games garden gift gifts glass global gmbh gold golf graphics gratis
  green group guide guitars guru haus health healthcare help hiphop hockey holdings holiday host hosting house immo
  industries ink institute insure international investments jewelry kaufen kim kitchen kiwi land law lawyer lease legal
  life lighting limited limo link live loan loans lol london love ltd luxe luxury management market marketing mba media
  memorial menu money mortgage moscow movie navy network news ngo ninja one online ooo page paris partners parts party
  pet photo photography photos pics pictures pink pizza place plumbing plus poker press productions promo properties
  property pub qpon racing recipes red rehab rent rentals repair report republican rest restaurant review reviews rich
  rip rocks rodeo run sale salon school schule science services sex sexy shoes shop shopping show singles site ski
  social software solar solutions space store stream studio style supplies supply support surf surgery systems tatar
  tattoo tax taxi team tech technology tennis theater tips tires today tools top tours town toys trade trading training
  tube university uno vacations ventures vet viajes video villas vin vip vision vodka vote voyage watch webcam website
  wedding wiki win wine work works world wtf xxx xyz yoga zone google youtube yandex
`);

/** Registered top-level domains that are rare or resemble words: a link only with a path (`forms.gle/x`). */
export const rareTopLevelDomains = words(`
  gle goog aws foo fyi how new day ing bot prof phd meme nexus dad esq icu cyou cfd sbs bond monster quest hair skin makeup beauty autos
  boats homes yachts ceo ist nyc berlin vegas tokyo wien hamburg koeln cologne amsterdam boston miami swiss scot wales irish gal eus
  frl ruhr bayern tirol capetown joburg durban africa lat quebec rio osaka istanbul dubai abudhabi helsinki stockholm barcelona
  madrid budapest melbourne sydney brussels gent realty broker forex markets trust archi bargains bingo boo
  bible career channel christmas country cpa diet docs dot drive feedback film flickr
  glade gmail gop gov hangout here hiv horse insurance java jetzt juegos kids latino lds locker map
  test local lan intranet corp internal med mom moe nico observer organic osaka ott oracle photo physio pin play pohl porn pub racing read ren reise reisen
  rsvp rugby save search secure security select sexy shell shiksha spot spa star storage study sucks supply talk tattoo theatre
  theguardian tickets tires tube tui vana vin voting wang watches weather wed whoswho winners wme yoga you zara zero
`);

/** Cyrillic top-level domains that are not Russian words. */
export const cyrillicDomains = words('рф рус бел укр срб мкд мон қаз ею бг');
/** Cyrillic top-level domains that are Russian words: `слово.сайт` alone is not a link. */
export const wordlikeCyrillicDomains = words('онлайн сайт орг ком дети москва католик');

/** Top-level domains that are also file extensions: `name.md` alone is a file name, not a link. */
export const fileExtensions = words(
  'md sh py pl rs zip mov cc so ps ai app cat ml mm tf vi bat as bz in pm cab pub properties map dot java inc',
);

/** First labels of product names: ASP.NET. */
export const productLabels = words('asp vb ado ml entity');

/** Top-level domains that also start the name of a software package (`com.example.app`). */
export const packagePrefixes = words('com org net io ru');

/** Mail services, also as spelled in Russian. */
export const mailServices = words(
  'яндекс мейл майл мэйл маил гмейл гмайл джимейл рамблер аутлук хотмейл айклауд инбокс лист бк yandex mail gmail rambler outlook hotmail icloud inbox list bk ya',
);

/** Top-level domains, also as spelled in Russian. */
export const spokenDomains = words('ру ком нет орг рф юа бай кз ru com net org ua by kz');
