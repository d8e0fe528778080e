import type { StorefrontFacetValue } from '#contract/storefront/storefront-filter.ts'

/** The words for sizes in the languages of stores, folded. */
const sizeByWord = new Map(
  Object.entries({
    s: 'small klein petit petite pequeno pequena صغير',
    m: 'medium mittel moyen moyenne mediano mediana medio media متوسط',
    l: 'large groß gross grand grande كبير',
  }).flatMap(([size, words]) => words.split(' ').map(word => [word, size] as const)),
)

/** Returns the first word of a value, folded. */
const getFirstWord = (value: string): string =>
  value
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s,/(]+/)[0] ?? ''

/** Returns the rank of a size such as XXS, 2XL or "Medium, 500 ml", or undefined. */
function getSizeRank(value: string): number | undefined {
  const word = getFirstWord(value)
  const size = sizeByWord.get(word) ?? word.replace('-', '')
  const [, count, marks = '', letter] = /^(\d?)(x*)([sml])$/.exec(size) ?? []
  if (!letter) return undefined
  const distance = 1 + (count ? Number(count) : marks.length)
  return letter === 'm' ? 0 : distance * (letter === 's' ? -1 : 1)
}

/** Sizes come first, then numbers, then other texts. */
function getRank(value: string): [group: number, rank: number] {
  const size = getSizeRank(value)
  if (size !== undefined) return [0, size]
  const [number] = /^\d+(?:[.,]\d+)?/.exec(value) ?? []
  return number === undefined ? [2, 0] : [1, Number(number.replace(',', '.'))]
}

/** Returns values as shoppers expect them: sizes and numbers by value, others by the alphabet. */
export function sortValues(
  values: readonly StorefrontFacetValue[],
  language: string,
): StorefrontFacetValue[] {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return values
    .map(value => ({ value, rank: getRank(value.value) }))
    .toSorted(
      (a, b) =>
        a.rank[0] - b.rank[0] ||
        a.rank[1] - b.rank[1] ||
        collator.compare(a.value.value, b.value.value),
    )
    .map(({ value }) => value)
}
