/** Regions of countries whose addresses contain a code: the code and the name. */
const codedRegions: Record<string, string> = {
  US:
    'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|' +
    'DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|' +
    'IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|' +
    'MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|' +
    'NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|' +
    'NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|' +
    'RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|' +
    'VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|' +
    'AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|' +
    'VI U.S. Virgin Islands|AA Armed Forces Americas|AE Armed Forces Europe|' +
    'AP Armed Forces Pacific',
  CA:
    'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|' +
    'NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|' +
    'ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
  AU:
    'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|' +
    'QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  BR:
    'AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|' +
    'ES Espírito Santo|GO Goiás|MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|' +
    'MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|PI Piauí|RJ Rio de Janeiro|' +
    'RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|' +
    'SP São Paulo|SE Sergipe|TO Tocantins',
  IT:
    'AG Agrigento|AL Alessandria|AN Ancona|AO Aosta|AR Arezzo|AP Ascoli Piceno|AT Asti|' +
    'AV Avellino|BA Bari|BT Barletta-Andria-Trani|BL Belluno|BN Benevento|BG Bergamo|' +
    'BI Biella|BO Bologna|BZ Bolzano|BS Brescia|BR Brindisi|CA Cagliari|CL Caltanissetta|' +
    'CB Campobasso|CE Caserta|CT Catania|CZ Catanzaro|CH Chieti|CO Como|CS Cosenza|' +
    'CR Cremona|KR Crotone|CN Cuneo|EN Enna|FM Fermo|FE Ferrara|FI Firenze|FG Foggia|' +
    'FC Forlì-Cesena|FR Frosinone|GE Genova|GO Gorizia|GR Grosseto|IM Imperia|IS Isernia|' +
    'AQ L’Aquila|SP La Spezia|LT Latina|LE Lecce|LC Lecco|LI Livorno|LO Lodi|LU Lucca|' +
    'MC Macerata|MN Mantova|MS Massa-Carrara|MT Matera|ME Messina|MI Milano|MO Modena|' +
    'MB Monza e Brianza|NA Napoli|NO Novara|NU Nuoro|OR Oristano|PD Padova|PA Palermo|' +
    'PR Parma|PV Pavia|PG Perugia|PU Pesaro e Urbino|PE Pescara|PC Piacenza|PI Pisa|' +
    'PT Pistoia|PN Pordenone|PZ Potenza|PO Prato|RG Ragusa|RA Ravenna|RC Reggio Calabria|' +
    'RE Reggio Emilia|RI Rieti|RN Rimini|RM Roma|RO Rovigo|SA Salerno|SS Sassari|SV Savona|' +
    'SI Siena|SR Siracusa|SO Sondrio|SU Sud Sardegna|TA Taranto|TE Teramo|TR Terni|TO Torino|' +
    'TP Trapani|TN Trento|TV Treviso|TS Trieste|UD Udine|VA Varese|VE Venezia|' +
    'VB Verbano-Cusio-Ossola|VC Vercelli|VR Verona|VV Vibo Valentia|VI Vicenza|VT Viterbo',
}

/** Regions of countries whose addresses contain their name. */
const namedRegions: Record<string, string> = {
  MX:
    'Aguascalientes|Baja California|Baja California Sur|Campeche|Chiapas|Chihuahua|' +
    'Ciudad de México|Coahuila|Colima|Durango|Estado de México|Guanajuato|Guerrero|Hidalgo|' +
    'Jalisco|Michoacán|Morelos|Nayarit|Nuevo León|Oaxaca|Puebla|Querétaro|Quintana Roo|' +
    'San Luis Potosí|Sinaloa|Sonora|Tabasco|Tamaulipas|Tlaxcala|Veracruz|Yucatán|Zacatecas',
  IN:
    'Andaman and Nicobar Islands|Andhra Pradesh|Arunachal Pradesh|Assam|Bihar|Chandigarh|' +
    'Chhattisgarh|Dadra and Nagar Haveli and Daman and Diu|Delhi|Goa|Gujarat|Haryana|' +
    'Himachal Pradesh|Jammu and Kashmir|Jharkhand|Karnataka|Kerala|Ladakh|Lakshadweep|' +
    'Madhya Pradesh|Maharashtra|Manipur|Meghalaya|Mizoram|Nagaland|Odisha|Puducherry|Punjab|' +
    'Rajasthan|Sikkim|Tamil Nadu|Telangana|Tripura|Uttar Pradesh|Uttarakhand|West Bengal',
  JP:
    'Hokkaido|Aomori|Iwate|Miyagi|Akita|Yamagata|Fukushima|Ibaraki|Tochigi|Gunma|Saitama|' +
    'Chiba|Tokyo|Kanagawa|Niigata|Toyama|Ishikawa|Fukui|Yamanashi|Nagano|Gifu|Shizuoka|Aichi|' +
    'Mie|Shiga|Kyoto|Osaka|Hyogo|Nara|Wakayama|Tottori|Shimane|Okayama|Hiroshima|Yamaguchi|' +
    'Tokushima|Kagawa|Ehime|Kochi|Fukuoka|Saga|Nagasaki|Kumamoto|Oita|Miyazaki|Kagoshima|' +
    'Okinawa',
  ES:
    'A Coruña|Álava|Albacete|Alicante|Almería|Asturias|Ávila|Badajoz|Baleares|Barcelona|' +
    'Bizkaia|Burgos|Cáceres|Cádiz|Cantabria|Castellón|Ceuta|Ciudad Real|Córdoba|Cuenca|' +
    'Gipuzkoa|Girona|Granada|Guadalajara|Huelva|Huesca|Jaén|La Rioja|Las Palmas|León|Lleida|' +
    'Lugo|Madrid|Málaga|Melilla|Murcia|Navarra|Ourense|Palencia|Pontevedra|Salamanca|' +
    'Santa Cruz de Tenerife|Segovia|Sevilla|Soria|Tarragona|Teruel|Toledo|Valencia|' +
    'Valladolid|Zamora|Zaragoza',
  CN:
    'Anhui|Beijing|Chongqing|Fujian|Gansu|Guangdong|Guangxi|Guizhou|Hainan|Hebei|' +
    'Heilongjiang|Henan|Hubei|Hunan|Inner Mongolia|Jiangsu|Jiangxi|Jilin|Liaoning|Ningxia|' +
    'Qinghai|Shaanxi|Shandong|Shanghai|Shanxi|Sichuan|Tianjin|Tibet|Xinjiang|Yunnan|Zhejiang',
  KR:
    'Busan|Chungbuk|Chungnam|Daegu|Daejeon|Gangwon|Gwangju|Gyeongbuk|Gyeonggi|Gyeongnam|' +
    'Incheon|Jeju|Jeonbuk|Jeonnam|Sejong|Seoul|Ulsan',
  AE: 'Abu Dhabi|Ajman|Dubai|Fujairah|Ras Al Khaimah|Sharjah|Umm Al Quwain',
  AR:
    'Buenos Aires|Catamarca|Chaco|Chubut|Ciudad Autónoma de Buenos Aires|Córdoba|Corrientes|' +
    'Entre Ríos|Formosa|Jujuy|La Pampa|La Rioja|Mendoza|Misiones|Neuquén|Río Negro|Salta|' +
    'San Juan|San Luis|Santa Cruz|Santa Fe|Santiago del Estero|Tierra del Fuego|Tucumán',
  HK: 'Hong Kong Island|Kowloon|New Territories',
  MY:
    'Johor|Kedah|Kelantan|Kuala Lumpur|Labuan|Melaka|Negeri Sembilan|Pahang|Penang|Perak|' +
    'Perlis|Putrajaya|Sabah|Sarawak|Selangor|Terengganu',
  IE:
    'Carlow|Cavan|Clare|Cork|Donegal|Dublin|Galway|Kerry|Kildare|Kilkenny|Laois|Leitrim|' +
    'Limerick|Longford|Louth|Mayo|Meath|Monaghan|Offaly|Roscommon|Sligo|Tipperary|Waterford|' +
    'Westmeath|Wexford|Wicklow',
  CO:
    'Amazonas|Antioquia|Arauca|Atlántico|Bogotá|Bolívar|Boyacá|Caldas|Caquetá|Casanare|Cauca|' +
    'Cesar|Chocó|Córdoba|Cundinamarca|Guainía|Guaviare|Huila|La Guajira|Magdalena|Meta|' +
    'Nariño|Norte de Santander|Putumayo|Quindío|Risaralda|San Andrés y Providencia|Santander|' +
    'Sucre|Tolima|Valle del Cauca|Vaupés|Vichada',
  TW:
    'Changhua County|Chiayi City|Chiayi County|Hsinchu City|Hsinchu County|Hualien County|' +
    'Kaohsiung City|Keelung City|Kinmen County|Lienchiang County|Miaoli County|Nantou County|' +
    'New Taipei City|Penghu County|Pingtung County|Taichung City|Tainan City|Taipei City|' +
    'Taitung County|Taoyuan City|Yilan County|Yunlin County',
}

type Region = { value: string; name: string }

/** Returns the regions of a country in their usual order, none for a country without a list. */
export const listRegions = (country: string): Region[] => [
  ...split(codedRegions[country]).map(entry => {
    const [value = '', ...words] = entry.split(' ')
    return { value, name: words.join(' ') }
  }),
  ...split(namedRegions[country]).map(name => ({ value: name, name })),
]

const split = (list = '') => list.split('|').filter(Boolean)

const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}|[\s-]/gu, '')
    .toLowerCase()

/** The regions of a country by their plain code and by their plain name, created when first needed. */
const regionsByText = new Map<string, ReadonlyMap<string, string>>()

function getRegionsByText(country: string): ReadonlyMap<string, string> {
  const regions =
    regionsByText.get(country) ??
    new Map(
      listRegions(country).flatMap(({ value, name }) => [
        [normalize(name), value],
        [normalize(value), value],
      ]),
    )
  if (regions.size > 0) regionsByText.set(country, regions)
  return regions
}

const toKey = (country: string, text: string) =>
  getRegionsByText(country).get(normalize(text)) ?? normalize(text)

/** Returns whether two texts mean the same region of a country, by its code or its name. */
export const isSameRegion = (country: string, a: string, b: string) =>
  toKey(country, a) === toKey(country, b)
