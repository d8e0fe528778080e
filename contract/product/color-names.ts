import { foldName } from './option-name.ts'

/** The colors that shoppers see for common names, with these names in the languages of stores. */
const namesByColor: Readonly<Record<string, string>> = {
  '#000000': 'black, schwarz, noir, noire, negro, negra, preto, preta, أسود',
  '#ffffff': 'white, weiß, weiss, blanc, blanche, blanco, blanca, branco, branca, أبيض',
  '#8a8d91': 'gray, grey, grau, gris, grise, cinza, cinzento, رمادي',
  '#45484d':
    'anthracite, charcoal, anthrazit, graphite, graphit, antracita, grafito, grafite, فحمي',
  '#c0c3c7': 'silver, silber, argent, plata, prata, فضي',
  '#d1a33d': 'gold, doré, or, oro, dorado, ouro, dourado, ذهبي',
  '#b06f3d': 'copper, bronze, kupfer, cuivre, cobre, bronce, نحاسي',
  '#c62f2f': 'red, rot, rouge, rojo, roja, vermelho, vermelha, أحمر',
  '#7a1f35': 'burgundy, wine, bordeaux, bordeauxrot, burdeos, vino, vinho, bordô, عنابي',
  '#ef7f2d': 'orange, naranja, laranja, برتقالي',
  '#e9785f': 'coral, koralle, corail, مرجاني',
  '#b4552d': 'rust, clay, terracotta, terrakotta, rost, rouille, terracota, ferrugem, óxido, طيني',
  '#f2cf3f': 'yellow, gelb, jaune, amarillo, amarilla, amarelo, amarela, أصفر',
  '#d2a02c': 'mustard, ochre, senf, senfgelb, ocker, moutarde, ocre, mostaza, mostarda, خردلي',
  '#3b8a4d': 'green, grün, vert, verte, verde, أخضر',
  '#1f4d36': 'forest, bottle green, tannengrün, waldgrün, sapin, verde bosque, زمردي',
  '#6b7440': 'olive, moss, oliv, olivgrün, moos, moosgrün, mousse, oliva, musgo, زيتي, زيتوني',
  '#a3b297': 'sage, salbei, salbeigrün, sauge, salvia, sálvia',
  '#a9dcc4': 'mint, minze, mintgrün, menthe, menta, نعناعي',
  '#2a8a8f': 'teal, petrol, sarcelle, pétrole, petróleo, azul petróleo',
  '#40bfc1': 'turquoise, türkis, turquesa, تركواز, فيروزي',
  '#2f62b8': 'blue, blau, bleu, bleue, azul, أزرق',
  '#8fbce0': 'light blue, sky, hellblau, himmelblau, bleu ciel, celeste, azul claro, سماوي',
  '#1f2c4d':
    'navy, navy blue, marine, marineblau, dunkelblau, bleu marine, azul marino, marino, كحلي',
  '#3f4a8c': 'indigo, índigo, añil, نيلي',
  '#75499c': 'purple, violet, lila, violett, violette, morado, púrpura, roxo, violeta, بنفسجي',
  '#b9a3d0': 'lavender, lavendel, lavande, lavanda, lilac, flieder, lilas, lilás, خزامى',
  '#e79ab4': 'pink, rosa, rose, rosé, rosado, cor-de-rosa, وردي, زهري',
  '#cc3a7a': 'magenta, fuchsia, fuchsie, fucsia, fúcsia, فوشيا',
  '#714a32': 'brown, braun, marron, brun, marrón, café, marrom, castanho, بني',
  '#463026': 'chocolate, dark brown, schokolade, schoko, dunkelbraun, chocolat, شوكولاتة',
  '#bd8a5a': 'tan, camel, cognac, caramel, karamell, camelo, camello, caramelo, جملي',
  '#dcc9a9': 'beige, sand, oat, sable, arena, areia, بيج, رملي',
  '#b8aa9a': 'taupe, stone, stein, pierre, piedra, pedra, حجري',
  '#f4ecdb':
    'cream, ivory, natural, off-white, ecru, creme, elfenbein, natur, wollweiß, ' +
    'crème, écru, ivoire, crema, marfil, crudo, marfim, cru, chalk, عاجي, كريمي',
}

const colorByName = new Map(
  Object.entries(namesByColor).flatMap(([color, names]) =>
    names.split(', ').map(name => [foldName(name), color] as const),
  ),
)
/** Returns the color of a name such as "Moss" or "Dark olive", or undefined. */
export function findNamedColor(name: string): string | undefined {
  const foldedName = foldName(name)
  // The last word is the color in most of the languages, as in "pale blue".
  const words = foldedName.split(/[\s/,-]+/).toReversed()
  return [foldedName, ...words].flatMap(word => colorByName.get(word) ?? [])[0]
}
