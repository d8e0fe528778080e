import { oneLine, sameText, uniqueBy } from '../file/import-text.ts'
import type { ImportProblem, Report } from '../import-problem.ts'
import {
  type BrokenProduct,
  type DraftOption,
  type ImageDraft,
  productLimits as limits,
  type ProductDraft,
  type VariantDraft,
} from './import-product-draft.ts'

export type BuildingVariant = VariantDraft & { row: number; imageSrc: string }
export type BuildingImage = { src: string; alt: string | undefined; position: number; row: number }

/** One product while its rows come in, in whatever order. An error reported through `say` breaks the whole product. */
export type Building = {
  draft: ProductDraft
  optionNames: string[]
  /** Values in their order where the file tells it; the variants' own follow. */
  optionValues: string[][]
  variants: BuildingVariant[]
  images: BuildingImage[]
  isBroken: boolean
  report: Report
  say: (row: number, level: ImportProblem['level'], code: string, message: string) => void
}

export function startBuilding(handle: string, isHandleMade: boolean, report: Report): Building {
  const building: Building = {
    draft: {
      handle,
      isHandleMade,
      title: undefined,
      descriptionHtml: undefined,
      vendor: undefined,
      productType: undefined,
      tags: undefined,
      status: undefined,
      categories: undefined,
      options: undefined,
      variants: undefined,
      images: undefined,
      seoTitle: undefined,
      seoDescription: undefined,
      rows: [],
    },
    optionNames: [],
    optionValues: [],
    variants: [],
    images: [],
    isBroken: false,
    report(problem) {
      if (problem.level === 'error') building.isBroken = true
      report(problem)
    },
    say: (row, level, code, message) => building.report({ row, column: '', level, code, message }),
  }
  return building
}

export const broken = ({ draft }: Building): BrokenProduct => ({
  handle: draft.handle,
  title: draft.title ?? '',
  rows: draft.rows,
})

/** Options, variants and pictures put together and held to the limits. */
export function finishBuilding(
  building: Building,
  has: { options: boolean; variants: boolean; images: boolean },
): ProductDraft {
  const { draft } = building
  const first = draft.rows[0] ?? 0
  if (has.variants && has.options) draft.options = settleOptions(building)
  if (has.variants)
    draft.variants = building.variants.map(({ row: _, imageSrc: __, ...variant }) => variant)
  if (has.variants) checkVariants(building, draft.options)
  if (has.images) draft.images = settleImages(building)
  if (draft.tags) draft.tags = settleTags(building, draft.tags)
  if (draft.categories) draft.categories = settleCategories(building, draft.categories)
  if ((draft.options?.length ?? 0) > limits.options)
    building.say(
      first,
      'error',
      'too_many_options',
      `A product has at most ${limits.options} options.`,
    )
  if (building.variants.length > limits.variants)
    building.say(
      first,
      'error',
      'too_many_variants',
      `A product has at most ${limits.variants} variants; this has ${building.variants.length}.`,
    )
  return draft
}

/** Without a name and a value of its own an option is none: `Title` with `Default Title` is how a simple product looks. */
function settleOptions(building: Building): DraftOption[] {
  const { variants, optionNames, optionValues } = building
  const only = variants.length === 1 ? variants[0] : undefined
  const isSimple = only?.options.every(
    (value, i) =>
      value === '' ||
      (i === 0 && sameText(value, 'Default Title') && sameText(optionNames[0] || 'Title', 'Title')),
  )
  const used = isSimple
    ? []
    : [
        ...Array(Math.max(optionNames.length, ...variants.map(v => v.options.length))).keys(),
      ].filter(i => variants.some(v => v.options[i]))
  for (const variant of variants) {
    if (used.some(i => !variant.options[i]))
      building.say(
        variant.row,
        'error',
        'option_missing',
        'This variant has no value for one of the product’s options.',
      )
    variant.options = used.map(i => variant.options[i] ?? '')
  }
  const names = used.map(from => (optionNames[from] || `Option ${from + 1}`).toLowerCase())
  if (new Set(names).size < names.length)
    building.say(
      building.draft.rows[0] ?? 0,
      'error',
      'option_twice',
      'Two options of this product have the same name.',
    )
  return used.map((from, i) => {
    const name = optionNames[from] || `Option ${from + 1}`
    if (!optionNames[from])
      building.say(
        building.draft.rows[0] ?? 0,
        'warn',
        'option_unnamed',
        `Option ${from + 1} has values but no name; it is called “${name}”.`,
      )
    const values = [
      ...new Set([...(optionValues[from] ?? []), ...variants.map(v => v.options[i] ?? '')]),
    ].filter(Boolean)
    if (values.length > limits.values)
      building.say(
        building.draft.rows[0] ?? 0,
        'error',
        'too_many_values',
        `An option has at most ${limits.values} values; “${name}” has ${values.length}.`,
      )
    return { name, values }
  })
}

function checkVariants(building: Building, options: DraftOption[] | undefined) {
  const seen = new Map<string, number>()
  for (const variant of building.variants) {
    const key = options ? JSON.stringify(variant.options) : (variant.sku ?? '')
    const before = seen.get(key)
    if (before !== undefined)
      building.say(
        variant.row,
        'error',
        'variant_twice',
        `Row ${before} is the same variant of this product.`,
      )
    else seen.set(key, variant.row)
    if (
      typeof variant.compareAtPrice === 'number' &&
      variant.price !== undefined &&
      variant.compareAtPrice <= variant.price
    ) {
      building.say(
        variant.row,
        'warn',
        'compare_at_low',
        'The compare-at price is not above the price, so no reduction will be seen.',
      )
    }
  }
}

function settleImages(building: Building): ImageDraft[] {
  const own = building.images.toSorted((a, b) => a.position - b.position)
  const ofVariants = building.variants
    .filter(v => v.imageSrc)
    .map(v => ({ src: v.imageSrc, alt: undefined, position: 0, row: v.row }))
  const all = uniqueBy([...own, ...ofVariants], image => image.src)
  const left = all[limits.images]
  if (left)
    building.say(
      left.row,
      'warn',
      'too_many_images',
      `A product has at most ${limits.images} pictures; ${all.length - limits.images} are left out.`,
    )
  return all.slice(0, limits.images).map(({ src, alt }, i) => ({
    src,
    alt,
    position: i + 1,
    variantIndexes: building.variants.flatMap((variant, index) =>
      variant.imageSrc === src ? [index] : [],
    ),
  }))
}

/** Only an address on the web can be fetched later; anything else is said and left out. */
export function addressOf(building: Building, row: number, text: string): string {
  const src = text.trim().startsWith('//') ? `https:${text.trim()}` : text.trim()
  if (src === '') return ''
  if (src.length <= limits.address && /^https?:\/\//i.test(src) && URL.canParse(src)) return src
  building.say(
    row,
    'warn',
    'image_address',
    'A picture’s address must start with https:// or http://; this one is left out.',
  )
  return ''
}

function settleTags(building: Building, tags: string[]): string[] {
  const first = building.draft.rows[0] ?? 0
  const short = uniqueBy(tags.map(oneLine).filter(Boolean), tag => tag.toLowerCase()).filter(
    tag => tag.length <= limits.tag,
  )
  if (tags.some(tag => oneLine(tag).length > limits.tag))
    building.say(
      first,
      'warn',
      'tag_too_long',
      `A tag has at most ${limits.tag} characters; longer ones are left out.`,
    )
  if (short.length > limits.tags)
    building.say(
      first,
      'warn',
      'too_many_tags',
      `A product has at most ${limits.tags} tags; ${short.length - limits.tags} are left out.`,
    )
  return short.slice(0, limits.tags)
}

function settleCategories(building: Building, paths: string[][]): string[][] {
  const first = building.draft.rows[0] ?? 0
  if (paths.some(path => path.length > limits.categoryLevels))
    building.say(
      first,
      'warn',
      'category_too_deep',
      `Categories have at most ${limits.categoryLevels} levels; what lies deeper is left out.`,
    )
  if (paths.some(path => path.some(name => name.length > limits.categoryName)))
    building.say(
      first,
      'error',
      'category_too_long',
      `A category’s name has at most ${limits.categoryName} characters.`,
    )
  const cut = paths
    .map(path => path.slice(0, limits.categoryLevels))
    .filter(path => path.length > 0)
  const unique = uniqueBy(cut, path => JSON.stringify(path.map(name => name.toLowerCase())))
  if (unique.length > limits.categories)
    building.say(
      first,
      'warn',
      'too_many_categories',
      `At most ${limits.categories} categories; the others are left out.`,
    )
  return unique.slice(0, limits.categories)
}
