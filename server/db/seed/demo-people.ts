type Words = readonly [string, ...string[]]

/** Where customers come from: names that are common there, and places with their post. All people are invented. */
export interface Region {
  country: string
  share: number
  /** A number of this country; `#` stands for a digit. */
  dial: string
  given: Words
  family: Words
  /** City, region, postal code; `#` stands for a digit. */
  places: readonly [readonly [string, string, string], ...(readonly [string, string, string])[]]
  streets: Words
  /** Whether the house number stands before the street. */
  numberFirst?: boolean
}

export const regions: readonly Region[] = [
  {
    country: 'GB', share: 46, dial: '+44 7700 900###', numberFirst: true,
    given: ['Amelia', 'Oliver', 'Priya', 'Callum', 'Niamh', 'Harriet', 'Tariq', 'Isla', 'Rhys', 'Imogen', 'Kwame', 'Freya', 'Alistair', 'Zainab', 'Edith', 'Theo', 'Maisie', 'Gareth', 'Leila', 'Duncan'],
    family: ['Ashworth', 'Patel', 'Penrose', 'Mackay', 'Okonkwo', 'Thorne', 'Whitlock', 'Hussain', 'Pryce', 'Dunmore', 'Fairley', 'Begum', 'Kerridge', 'Sandhu', 'Lowther', 'Trevelyan', 'Mwangi', 'Hartnell', 'Calder', 'Rowntree'],
    places: [['London', '', 'SE15 #DG'], ['Bristol', '', 'BS6 #TR'], ['Leeds', '', 'LS8 #PQ'], ['Edinburgh', '', 'EH6 #NB'], ['Cardiff', '', 'CF11 #LJ'], ['Norwich', '', 'NR2 #AE'], ['Sheffield', '', 'S7 #HG'], ['Totnes', '', 'TQ9 #JW'], ['Hebden Bridge', '', 'HX7 #AL'], ['Belfast', '', 'BT9 #FD']],
    streets: ['Mill Lane', 'Orchard Road', 'Station Terrace', 'Quarry Hill', 'Chapel Street', 'Elm Grove', 'Harbour View', 'Weaver Street', 'Castle Rise', 'Fernbank Avenue'],
  },
  {
    country: 'IE', share: 8, dial: '+353 85 555 0###', numberFirst: true,
    given: ['Aoife', 'Cian', 'Saoirse', 'Eoin', 'Caoimhe', 'Tadhg', 'Orla', 'Fionn'], family: ['Gallagher', 'Kinsella', 'Ó Briain', 'Tierney', 'Lacey', 'Hanlon', 'Devane'],
    places: [['Dublin', '', 'D08 X#F#'], ['Cork', '', 'T12 R#C#'], ['Galway', '', 'H91 P#K#'], ['Sligo', '', 'F91 A#D#']], streets: ['Strand Road', 'Abbey Street', 'Bridge Row', 'Clonard Park'],
  },
  {
    country: 'DE', share: 9, dial: '+49 1555 0100 ###',
    given: ['Lena', 'Jonas', 'Katharina', 'Emre', 'Frieda', 'Matthias', 'Anneliese', 'Björn', 'Selin'], family: ['Brandt', 'Yıldız', 'Köhler', 'Sommerfeld', 'Weiß', 'Lindemann', 'Oster', 'Grünwald'],
    places: [['Berlin', '', '1043#'], ['Hamburg', '', '2035#'], ['Leipzig', '', '0427#'], ['Freiburg im Breisgau', '', '7910#'], ['Köln', '', '5067#']], streets: ['Lindenallee', 'Am Mühlbach', 'Gartenstraße', 'Kastanienweg', 'Hafenstraße'],
  },
  {
    country: 'FR', share: 7, dial: '+33 6 55 50 ## ##', numberFirst: true,
    given: ['Camille', 'Hugo', 'Élodie', 'Mathis', 'Inès', 'Gaspard', 'Soraya', 'Thibault'], family: ['Lefèvre', 'Moreau', 'Benali', 'Garnier', 'Château', 'Roussel', 'Delorme'],
    places: [['Paris', '', '7501#'], ['Lyon', '', '6900#'], ['Nantes', '', '4400#'], ['Lille', '', '5900#']], streets: ['rue des Tisserands', 'rue du Vieux Port', 'avenue des Tilleuls', 'impasse du Moulin'],
  },
  {
    country: 'NL', share: 6, dial: '+31 6 5550 ####',
    given: ['Sanne', 'Daan', 'Fenna', 'Bram', 'Noor', 'Jesse', 'Yasmine'], family: ['van den Berg', 'de Wit', 'Bakker', 'El Idrissi', 'Visser', 'Hofstra'],
    places: [['Amsterdam', '', '101# HK'], ['Utrecht', '', '351# VC'], ['Groningen', '', '971# LB']], streets: ['Dijkstraat', 'Molenweg', 'Prinsenkade', 'Korenpad'],
  },
  {
    country: 'SE', share: 4, dial: '+46 70 555 ####', given: ['Astrid', 'Elias', 'Linnéa', 'Oskar', 'Maja', 'Amir'], family: ['Lindqvist', 'Sjöberg', 'Ekström', 'Haddad', 'Norling'],
    places: [['Stockholm', '', '118 4#'], ['Göteborg', '', '413 0#'], ['Umeå', '', '903 2#']], streets: ['Björkgatan', 'Sjövägen', 'Kvarnstigen'],
  },
  {
    country: 'IT', share: 3, dial: '+39 333 555 ####', given: ['Giulia', 'Lorenzo', 'Chiara', 'Matteo', 'Ginevra'], family: ['Ferrante', 'Colombo', 'Marchetti', 'De Luca', 'Rinaldi'],
    places: [['Torino', 'TO', '1012#'], ['Bologna', 'BO', '4012#'], ['Roma', 'RM', '0015#']], streets: ['Via dei Mulini', 'Via San Rocco', 'Corso del Popolo'],
  },
  {
    country: 'ES', share: 3, dial: '+34 655 50 ####', given: ['Lucía', 'Marcos', 'Nerea', 'Iñaki', 'Carmen'], family: ['Ibáñez Ruiz', 'Etxeberria', 'Núñez', 'Castellanos', 'Vidal'],
    places: [['Barcelona', '', '0801#'], ['Bilbao', '', '4800#'], ['Valencia', '', '4600#']], streets: ['Calle del Olmo', 'Carrer de la Sal', 'Calle Mayor'],
  },
  {
    country: 'PL', share: 3, dial: '+48 555 01# ###', given: ['Zofia', 'Jakub', 'Agnieszka', 'Wojciech'], family: ['Nowicka', 'Wiśniewski', 'Zielińska', 'Kowal'],
    places: [['Kraków', '', '31-10#'], ['Gdańsk', '', '80-83#'], ['Łódź', '', '90-06#']], streets: ['ul. Młyńska', 'ul. Ogrodowa', 'ul. Długa'],
  },
  {
    country: 'US', share: 5, dial: '+1 415 555 01##', numberFirst: true,
    given: ['Maya', 'Ethan', 'Guadalupe', 'Jamal', 'Hannah', 'Wei'], family: ['Sullivan', 'Ramirez', 'Okafor', 'Nakagawa', 'Feldman', 'Whitfield'],
    places: [['Portland', 'OR', '9720#'], ['Brooklyn', 'NY', '1121#'], ['Austin', 'TX', '7870#'], ['Asheville', 'NC', '2880#']], streets: ['Maple Street', 'Larkspur Drive', 'Cedar Avenue', 'Juniper Court'],
  },
  {
    country: 'JP', share: 2, dial: '+81 90 5550 ####', given: ['Haruka', 'Kenji', 'Yui', 'Sōta'], family: ['Morishita', 'Tanabe', 'Fujiwara', 'Ōno'],
    places: [['Kyoto', 'Kyoto', '604-80#1'], ['Kanazawa', 'Ishikawa', '920-08#3']], streets: ['Teramachi', 'Nishiki-dori', 'Higashiyama'],
  },
  {
    country: 'AU', share: 2, dial: '+61 491 570 1##', numberFirst: true, given: ['Matilda', 'Lachlan', 'Thuy', 'Jarrah'], family: ['Nguyen', 'Brockman', 'Delaney', 'Costa'],
    places: [['Melbourne', 'VIC', '305#'], ['Hobart', 'TAS', '700#']], streets: ['Wattle Street', 'Banksia Road', 'Ferry Parade'],
  },
  {
    country: 'NO', share: 2, dial: '+47 955 50 ###', given: ['Ingrid', 'Sindre', 'Marit'], family: ['Solberg', 'Haugen', 'Nygård'], places: [['Bergen', '', '500#'], ['Oslo', '', '055#']], streets: ['Fjellveien', 'Bryggegata'],
  },
]
