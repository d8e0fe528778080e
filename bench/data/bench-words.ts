/** The words of the titles and names in generated rows. */
export const adjectives = split(`
  amber bold bright broad calm classic coastal cool crisp curved daily deep double durable easy
  elegant fine firm folded formal fresh gentle grand heavy hidden honest large light little long
  matte mellow modern narrow natural nordic open outdoor plain portable pure quiet quilted relaxed
  ribbed round rustic sharp short simple slim smooth soft solid striped sturdy summer tall vintage
  warm washed waxed wide winter woven`)

export const materials = split(`
  acacia alpaca aluminum bamboo bamboo-cotton beech brass bronze canvas cashmere ceramic cherry
  clay copper cork corduroy cotton crystal denim down enamel felt flannel glass granite hemp iron
  jersey jute lambswool leather linen maple marble merino mohair nylon oak paper pine porcelain
  rattan rubber satin silk silver slate steel stoneware suede terracotta tweed velvet walnut wax
  wicker wool`)

export const nouns = split(`
  apron armchair backpack basket beanie belt bench blanket blazer board boots bottle bowl box
  bracelet broom brush cabinet candle cap cardigan carafe chair chest clock coaster coat cup
  curtain cushion desk dish dress duvet easel earrings fork frame glove grinder hammock hat hook
  hoodie jacket jar jug kettle knife ladle lamp lantern mat mirror mitten mug napkin necklace
  notebook pan parka pen pillow pitcher plate planter poncho pot pouch quilt rack ring robe rug
  sandals satchel saucer scarf shelf shirt shorts skirt slippers sneakers socks sofa spoon stool
  sweater table tableware teapot throw tie toaster torch towel tray trivet trousers tumbler umbrella
  vase vest wallet watch whisk wreath`)

/** Three of them form the name of a model, which few products share. */
export const syllables = split(`
  ba be bo da de di do fa fe fi ga go ha he ka ke ki ko la le li lo lu ma me mi mo na ne ni no pa
  pe ra re ri ro sa se si so ta te ti to va ve vi vo za ze zo`)

export const firstNames = split(`
  Ada Aisha Alma Amir Anna Ben Bruno Carla Chen Clara Dario Dina Elif Emil Emma Erik Eva Farid
  Felix Finn Grace Hana Hugo Ida Ines Iris Ivan Jana Jonas Julia Kai Karim Lara Lea Leo Lina Luca
  Maja Mara Marc Mia Milo Nadia Nina Noah Nora Omar Oskar Paula Pia Raul Rosa Sami Sara Sofia Theo
  Tim Uma Vera Yara Zoe`)

export const lastNames = split(`
  Abbott Adler Ahmed Alves Bauer Becker Bianchi Brown Castro Chen Cohen Costa Dubois Duran Evans
  Ferrari Fischer Fuchs Garcia Gomez Haddad Hansen Hill Hoffmann Ito Jansen Jensen Khan Kim Klein
  Kowalski Lang Larsen Leroy Lind Lopez Martin Mendes Meyer Moreau Nagy Novak Okafor Olsen Park
  Perez Petit Ramos Reed Ricci Rossi Santos Sato Schmidt Silva Singh Torres Vogel Weber Wong Young`)

export const chineseLastNames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗']

/** The letters of first names. */
export const chineseLetters = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红建国文']

function split(text: string): string[] {
  return text.trim().split(/\s+/)
}
