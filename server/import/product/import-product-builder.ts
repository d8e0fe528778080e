import type { ImportProblem } from '#contract/import.ts'
import type { ProductOption } from '#contract/product.ts'
import { equalsIgnoreCase, toSingleLine, uniqueBy } from '../file/import-text.ts'
import type { ReportProblem } from '../import-problem.ts'
import {
  type ImageDraft,
  type InvalidProduct,
  productLimits as limits,
  type ProductDraft,
  type VariantDraft,
} from './import-product-draft.ts'

export type ParsedVariant = VariantDraft & { row: number; imageUrl: string }
export type ParsedImage = Omit<ImageDraft, 'variantIndexes'> & { row: number }

/** One product while its rows come in, in whatever order. An error reported through `say` breaks the whole product. */
export type ProductBuilder = {
  draft: ProductDraft
  optionNames: string[]
  /** Values in their order where the file tells it; the variants' own follow. */
  optionValues: string[][]
  variants: ParsedVariant[]
  images: ParsedImage[]
  isInvalid: boolean
  report: ReportProblem
  reportProblem: (row: number, level: ImportProblem['level'], code: string, message: string) => void
}

export function createProductBuilder(
  slug: string,
  isHandleGenerated: boolean,
  report: ReportProblem,
): ProductBuilder {
  const builder: ProductBuilder = {
    draft: {
      slug,
      isHandleGenerated,
      options: undefined,
      variants: undefined,
      images: undefined,
      rows: [],
    },
    optionNames: [],
    optionValues: [],
    variants: [],
    images: [],
    isInvalid: false,
    report(problem) {
      if (problem.level === 'error') builder.isInvalid = true
      report(problem)
    },
    reportProblem: (row, level, code, message) =>
      builder.report({ row, column: '', level, code, message }),
  }
  return builder
}

export const toInvalidProduct = ({ draft }: ProductBuilder): InvalidProduct => ({
  slug: draft.slug,
  title: draft.title ?? '',
  rows: draft.rows,
})

/** Options, variants and pictures put together and held to the limits. */
export function finishProduct(
  builder: ProductBuilder,
  hasFields: { options: boolean; variants: boolean; images: boolean },
): ProductDraft {
  const { draft } = builder
  const firstRow = draft.rows[0] ?? 0
  if (hasFields.variants && hasFields.options) draft.options = buildOptions(builder)
  if (hasFields.variants)
    draft.variants = builder.variants.map(({ row: _, imageUrl: __, ...variant }) => variant)
  if (hasFields.variants) verifyVariants(builder, draft.options)
  if (hasFields.images) draft.images = buildImages(builder)
  if (draft.tags) draft.tags = limitTags(builder, draft.tags)
  if (draft.categories) draft.categories = limitCategories(builder, draft.categories)
  if ((draft.options?.length ?? 0) > limits.options)
    builder.reportProblem(
      firstRow,
      'error',
      'too_many_options',
      `A product has at most ${limits.options} options.`,
    )
  if (builder.variants.length > limits.variants)
    builder.reportProblem(
      firstRow,
      'error',
      'too_many_variants',
      `A product has at most ${limits.variants} variants; this has ${builder.variants.length}.`,
    )
  return draft
}

/** Without a name and a value of its own an option is none: `Title` with `Default Title` is how a simple product looks. */
function buildOptions(builder: ProductBuilder): ProductOption[] {
  const { variants, optionNames, optionValues } = builder
  const onlyVariant = variants.length === 1 ? variants[0] : undefined
  const isSimple = onlyVariant?.options.every(
    (value, i) =>
      value === '' ||
      (i === 0 &&
        equalsIgnoreCase(value, 'Default Title') &&
        equalsIgnoreCase(optionNames[0] || 'Title', 'Title')),
  )
  const usedIndexes = isSimple
    ? []
    : [
        ...Array(Math.max(optionNames.length, ...variants.map(v => v.options.length))).keys(),
      ].filter(i => variants.some(v => v.options[i]))
  for (const variant of variants) {
    if (usedIndexes.some(i => !variant.options[i]))
      builder.reportProblem(
        variant.row,
        'error',
        'option_missing',
        'This variant has no value for one of the product’s options.',
      )
    variant.options = usedIndexes.map(i => variant.options[i] ?? '')
  }
  const names = usedIndexes.map(from => (optionNames[from] || `Option ${from + 1}`).toLowerCase())
  if (new Set(names).size < names.length)
    builder.reportProblem(
      builder.draft.rows[0] ?? 0,
      'error',
      'option_twice',
      'Two options of this product have the same name.',
    )
  return usedIndexes.map((from, i) => {
    const name = optionNames[from] || `Option ${from + 1}`
    if (!optionNames[from])
      builder.reportProblem(
        builder.draft.rows[0] ?? 0,
        'warn',
        'option_unnamed',
        `Option ${from + 1} has values but no name; it is called “${name}”.`,
      )
    const values = [
      ...new Set([...(optionValues[from] ?? []), ...variants.map(v => v.options[i] ?? '')]),
    ].filter(Boolean)
    if (values.length > limits.values)
      builder.reportProblem(
        builder.draft.rows[0] ?? 0,
        'error',
        'too_many_values',
        `An option has at most ${limits.values} values; “${name}” has ${values.length}.`,
      )
    return { name, values }
  })
}

function verifyVariants(builder: ProductBuilder, options: ProductOption[] | undefined) {
  const rowByVariantKey = new Map<string, number>()
  for (const variant of builder.variants) {
    const key = options ? JSON.stringify(variant.options) : (variant.sku ?? '')
    const earlierRow = rowByVariantKey.get(key)
    if (earlierRow !== undefined)
      builder.reportProblem(
        variant.row,
        'error',
        'variant_twice',
        `Row ${earlierRow} is the same variant of this product.`,
      )
    else rowByVariantKey.set(key, variant.row)
    if (
      typeof variant.compareAtPrice === 'number' &&
      variant.price !== undefined &&
      variant.compareAtPrice <= variant.price
    ) {
      builder.reportProblem(
        variant.row,
        'warn',
        'compare_at_low',
        'The compare-at price is not above the price, so no reduction will be seen.',
      )
    }
  }
}

function buildImages(builder: ProductBuilder): ImageDraft[] {
  const productImages = builder.images.toSorted((a, b) => a.position - b.position)
  const variantImages = builder.variants
    .filter(v => v.imageUrl)
    .map(v => ({ sourceUrl: v.imageUrl, alt: undefined, position: 0, row: v.row }))
  const allImages = uniqueBy([...productImages, ...variantImages], image => image.sourceUrl)
  const firstExtraImage = allImages[limits.images]
  if (firstExtraImage)
    builder.reportProblem(
      firstExtraImage.row,
      'warn',
      'too_many_images',
      `A product has at most ${limits.images} pictures; ${allImages.length - limits.images} are left out.`,
    )
  return allImages.slice(0, limits.images).map(({ sourceUrl, alt }, i) => ({
    sourceUrl,
    alt,
    position: i + 1,
    variantIndexes: builder.variants.flatMap((variant, index) =>
      variant.imageUrl === sourceUrl ? [index] : [],
    ),
  }))
}

/** Only an address on the web can be fetched later; anything else is said and left out. */
export function parseImageUrl(builder: ProductBuilder, row: number, text: string): string {
  const src = text.trim().startsWith('//') ? `https:${text.trim()}` : text.trim()
  if (src === '') return ''
  if (src.length <= limits.imageUrl && /^https?:\/\//i.test(src) && URL.canParse(src)) return src
  builder.reportProblem(
    row,
    'warn',
    'image_address',
    'A picture’s address must start with https:// or http://; this one is left out.',
  )
  return ''
}

function limitTags(builder: ProductBuilder, tags: string[]): string[] {
  const firstRow = builder.draft.rows[0] ?? 0
  const validTags = uniqueBy(tags.map(toSingleLine).filter(Boolean), tag =>
    tag.toLowerCase(),
  ).filter(tag => tag.length <= limits.tag)
  if (tags.some(tag => toSingleLine(tag).length > limits.tag))
    builder.reportProblem(
      firstRow,
      'warn',
      'tag_too_long',
      `A tag has at most ${limits.tag} characters; longer ones are left out.`,
    )
  if (validTags.length > limits.tags)
    builder.reportProblem(
      firstRow,
      'warn',
      'too_many_tags',
      `A product has at most ${limits.tags} tags; ${validTags.length - limits.tags} are left out.`,
    )
  return validTags.slice(0, limits.tags)
}

function limitCategories(builder: ProductBuilder, paths: string[][]): string[][] {
  const firstRow = builder.draft.rows[0] ?? 0
  if (paths.some(path => path.length > limits.categoryLevels))
    builder.reportProblem(
      firstRow,
      'warn',
      'category_too_deep',
      `Categories have at most ${limits.categoryLevels} levels; what lies deeper is left out.`,
    )
  if (paths.some(path => path.some(name => name.length > limits.categoryName)))
    builder.reportProblem(
      firstRow,
      'error',
      'category_too_long',
      `A category’s name has at most ${limits.categoryName} characters.`,
    )
  const shortenedPaths = paths
    .map(path => path.slice(0, limits.categoryLevels))
    .filter(path => path.length > 0)
  const unique = uniqueBy(shortenedPaths, path =>
    JSON.stringify(path.map(name => name.toLowerCase())),
  )
  if (unique.length > limits.categories)
    builder.reportProblem(
      firstRow,
      'warn',
      'too_many_categories',
      `At most ${limits.categories} categories; the others are left out.`,
    )
  return unique.slice(0, limits.categories)
}
