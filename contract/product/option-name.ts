/** Returns a name in the form in which names are compared. */
export const foldName = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

const createNameTest = (names: readonly string[]) => {
  const foldedNames = new Set(names.map(foldName))
  return (name: string): boolean => foldedNames.has(foldName(name))
}

/** Returns true if an option with this name is about colors, such as Farbe. */
export const isColorOptionName = createNameTest([
  'color',
  'colour',
  'farbe',
  'couleur',
  'coloris',
  'cor',
  'لون',
  'اللون',
])

/** Returns true if an option with this name is about sizes, such as Größe. */
export const isSizeOptionName = createNameTest([
  'size',
  'größe',
  'taille',
  'pointure',
  'talla',
  'tamaño',
  'tamanho',
  'مقاس',
  'المقاس',
  'الحجم',
])
