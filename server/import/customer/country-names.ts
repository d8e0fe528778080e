/**
 * Former names, parts and abbreviations of countries, which neither `Intl` nor ISO 3166 lists, by
 * code. Names of several countries are those of the one that sellers mean.
 */
export const otherCountryNames: Readonly<Record<string, string>> = {
  AE: 'emirates, emirate, emirats, emiratos, emirados, uae, vae, eau, الإمارات',
  BF: 'upper volta, obervolta',
  BJ: 'dahomey',
  BO: 'plurinational state of bolivia',
  BY: 'weissrussland, byelorussia, bielorussie, bielorrusia, bielorrussia, روسيا البيضاء',
  CD: `zaire, dr congo, drc, rdc, congo kinshasa, kongo kinshasa, demokratische republik kongo,
    republique democratique du congo, republica democratica del congo,
    republica democratica do congo`,
  CF: 'car',
  CG: 'congo, kongo, congo brazzaville, republic of the congo, republik kongo',
  CI: 'ivory coast, cote d ivoire, elfenbeinkuste, costa de marfil, costa do marfim',
  CN: 'mainland china, prc, pr china, volksrepublik china, people s republic of china',
  CV: 'cape verde, kap verde, cap vert',
  CZ: `czech republic, tschechische republik, tschechei, republique tcheque, republica checa,
    republica tcheca, cesko, ceska republika`,
  DE: 'brd, frg, bundesrepublik deutschland, west germany, republique federale d allemagne',
  FM: 'micronesia',
  GB: `great britain, grossbritannien, grande bretagne, gran bretana, gra bretanha, britain, england,
    scotland, wales, northern ireland, angleterre, ecosse, schottland, inglaterra, escocia,
    nordirland, vereinigtes konigreich,
    united kingdom of great britain and northern ireland,
    vereinigtes konigreich grossbritannien und nordirland,
    royaume uni de grande bretagne et d irlande du nord,
    reino unido de gran bretana e irlanda del norte,
    reino unido da gra bretanha e irlanda do norte, بريطانيا, إنجلترا, إنكلترا, اسكتلندا`,
  HK: 'hong kong sar, hongkong',
  IE: 'eire',
  IR: 'persia, persien',
  KG: 'kirghizia, kirgisien, kirgisistan, kirghizistan',
  KP: `north korea, nordkorea, coree du nord, corea del norte, coreia do norte, dprk, dvrk,
    democratic people s republic of korea`,
  KR: `korea, south korea, sudkorea, coree, coree du sud, corea del sur, coreia do sul, rok,
    republic of korea, republik korea, republique de coree, republica de corea,
    republica da coreia, كوريا`,
  LA: 'laos',
  LK: 'ceylon, ceylan',
  MD: 'moldova, moldawien, moldavia, moldavie',
  MK: `macedonia, mazedonien, macedoine, fyrom, nordmazedonien, the former yugoslav republic of
    macedonia`,
  MM: 'burma, birma, birmanie, birmania',
  MO: 'macau, macao',
  NL: 'holland, hollande, holanda, niederlande, paises bajos, paises baixos, pays bas, هولندا',
  PG: 'png',
  PS: 'palestine, palastina, palestina, palestinian territory, فلسطين',
  RE: 'reunion, la reunion',
  RU: 'russia, russian federation, russische foderation, federation de russie',
  SA: 'ksa, السعودية',
  SY: 'syria, syrien',
  SZ: 'swaziland, swasiland, suazilandia',
  TH: 'siam',
  TL: 'east timor, osttimor, timor oriental, timor leste',
  TR: 'turkey, turkiye, turkei, turquie, turquia',
  TW: 'taiwan, republic of china, chinese taipei, formosa',
  TZ: 'tanzania, tansania',
  US: `us, usa, america, amerika, united states, united states of america, vereinigte staaten,
    vereinigte staaten von amerika, etats unis d amerique, estados unidos de america,
    estados unidos da america, eeuu, ee uu, eua, أمريكا, الولايات المتحدة الأمريكية`,
  VA: 'vatican, vatican city, vatikan, vatikanstadt, vaticano, holy see, heiliger stuhl',
  VN: 'vietnam, viet nam',
  ZA: 'rsa',
  ZW: 'rhodesia, rhodesien',
}

/** Articles and small words, which do not distinguish countries. */
export const smallWords: ReadonlySet<string> = new Set(
  'the a an of and der die das und von la le les l d et de du des el los las y e del o os as do da dos das'.split(
    ' ',
  ),
)

/** Forms of state in official names, such as "Kingdom of Spain". */
export const statePattern =
  /^(?:rep[uú]bli\w*|(?:bundes)?republik|kingdom|k[oö]nigreich|royaume|reino|states?|staat|etats?|estados?|federa\w*|islamic|islamische|islamique|islamica|people|peoples|s|popula\w*|volksrepublik|democratic|democrati\w*|socialist\w*|demokratisch\w*|sozialistisch\w*|grand|duchy|gro(?:ss|ß)herzogtum|grand-duche|duche|gran|ducado|grao|principality|f[uü]rstentum|principa\w*|sultanate|commonwealth|union|plurinational|bolivarian\w*|hashemite|sovereign|independent|oriental|confederation|eidgenossenschaft|جمهورية|مملكة|دولة|سلطنة)$/u
