import type { ImportProblemCode } from '#contract/lib/error/import-problem-catalog.ts'
import type { ProductOption } from '#contract/product/product.ts'
import { equalsIgnoreCase, removeDuplicates, toSingleLine } from '../file/import-text.ts'
import {
  createImportProblem,
  type ImportProblemParams,
  type ReportProblem,
  shortenForMessage,
} from '../import-problem.ts'
import {
  type ImageDraft,
  type InvalidProduct,
  productLimits as limits,
  type ProductDraft,
  type VariantDraft,
} from './import-product-draft.ts'
import { isBarcode } from './is-barcode.ts'

export type ParsedVariant = VariantDraft & { row: number; imageUrl: string }
export type ParsedImage = Omit<ImageDraft, 'variantIndexes'> & { row: number }

/**
 * A product while its rows are read, in any order. An error that is reported here makes the whole
 * product invalid.
 */
export type ProductBuilder = {
  draft: ProductDraft
  optionNames: string[]
  /** The values in the order of the file; values that only variants have follow. */
  optionValues: string[][]
  variants: ParsedVariant[]
  images: ParsedImage[]
  isInvalid: boolean
  report: ReportProblem
  reportProblem: <C extends ImportProblemCode>(
    row: number,
    code: C,
    ...params: ImportProblemParams<C>
  ) => void
}

export function createProductBuilder(
  slug: string,
  isSlugGenerated: boolean,
  report: ReportProblem,
): ProductBuilder {
  const builder: ProductBuilder = {
    draft: {
      slug,
      isSlugGenerated,
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
    reportProblem: (row, code, ...params) =>
      builder.report(createImportProblem({ row }, code, ...params)),
  }
  return builder
}

export const toInvalidProduct = ({ draft }: ProductBuilder): InvalidProduct => ({
  slug: draft.slug,
  title: draft.title ?? '',
  rows: draft.rows,
})

/**
 * Returns the product with its options, variants and images, and reports parts that exceed the limits.
 */
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
    builder.reportProblem(firstRow, 'too_many_options', { count: limits.options })
  if (builder.variants.length > limits.variants)
    builder.reportProblem(firstRow, 'too_many_variants', {
      maximum: limits.variants,
      count: builder.variants.length,
    })
  return draft
}

/**
 * Returns the options that variants have a value for. Columns of the file without values are no
 * options.
 */
function buildOptions(builder: ProductBuilder): ProductOption[] {
  const usedIndexes = isSimpleProduct(builder) ? [] : listUsedOptions(builder)
  for (const variant of builder.variants) {
    if (usedIndexes.some(index => !variant.options[index]))
      builder.reportProblem(variant.row, 'option_missing')
    variant.options = usedIndexes.map(index => variant.options[index] ?? '')
  }
  const options = usedIndexes.map((column, position) => buildOption(builder, column, position))
  const names = new Set(options.map(({ name }) => name.toLowerCase()))
  if (names.size < options.length)
    builder.reportProblem(builder.draft.rows[0] ?? 0, 'duplicate_option')
  return options
}

/**
 * Shopify writes a product without options as one with the option `Title` and the value `Default
 * Title`.
 */
function isSimpleProduct({ variants, optionNames }: ProductBuilder): boolean {
  const [variant, ...others] = variants
  if (!variant || others.length > 0) return false
  return variant.options.every(
    (value, index) =>
      value === '' ||
      (index === 0 &&
        equalsIgnoreCase(value, 'Default Title') &&
        equalsIgnoreCase(optionNames[0] || 'Title', 'Title')),
  )
}

/** Returns the positions of the option columns in which a variant has a value. */
function listUsedOptions({ variants, optionNames }: ProductBuilder): number[] {
  const count = Math.max(optionNames.length, ...variants.map(variant => variant.options.length))
  return [...Array(count).keys()].filter(index => variants.some(variant => variant.options[index]))
}

/** Returns the option of a column. `position` is its position in the options of each variant. */
function buildOption(builder: ProductBuilder, column: number, position: number): ProductOption {
  const { variants, optionNames, optionValues, draft } = builder
  const row = draft.rows[0] ?? 0
  const name = optionNames[column] || `Option ${column + 1}`
  if (!optionNames[column])
    builder.reportProblem(row, 'option_unnamed', { position: column + 1, name })
  const variantValues = variants.map(variant => variant.options[position] ?? '')
  const values = [...new Set([...(optionValues[column] ?? []), ...variantValues])].filter(Boolean)
  if (values.length > limits.values)
    builder.reportProblem(row, 'too_many_values', {
      maximum: limits.values,
      option: name,
      count: values.length,
    })
  return { name, values }
}

function verifyVariants(builder: ProductBuilder, options: ProductOption[] | undefined) {
  const rowByVariantKey = new Map<string, number>()
  for (const variant of builder.variants) {
    if (variant.barcode && !isBarcode(variant.barcode))
      builder.report(
        createImportProblem({ row: variant.row, field: 'barcode' }, 'barcode_invalid', {
          value: shortenForMessage(variant.barcode),
        }),
      )
    const key = options ? JSON.stringify(variant.options) : (variant.sku ?? '')
    const earlierRow = rowByVariantKey.get(key)
    if (earlierRow !== undefined)
      builder.reportProblem(variant.row, 'duplicate_variant_row', { row: earlierRow })
    else rowByVariantKey.set(key, variant.row)
    if (
      typeof variant.compareAtPrice === 'number' &&
      variant.price !== undefined &&
      variant.compareAtPrice <= variant.price
    ) {
      builder.reportProblem(variant.row, 'compare_at_low')
    }
  }
}

function buildImages(builder: ProductBuilder): ImageDraft[] {
  const productImages = builder.images.toSorted((a, b) => a.position - b.position)
  const variantImages = builder.variants
    .filter(v => v.imageUrl)
    .map(v => ({ sourceUrl: v.imageUrl, alt: undefined, position: 0, row: v.row }))
  const allImages = removeDuplicates([...productImages, ...variantImages], image => image.sourceUrl)
  const firstExtraImage = allImages[limits.images]
  if (firstExtraImage)
    builder.reportProblem(firstExtraImage.row, 'too_many_images', {
      maximum: limits.images,
      count: allImages.length - limits.images,
    })
  return allImages.slice(0, limits.images).map(({ sourceUrl, alt }, i) => ({
    sourceUrl,
    alt,
    position: i + 1,
    variantIndexes: builder.variants.flatMap((variant, index) =>
      variant.imageUrl === sourceUrl ? [index] : [],
    ),
  }))
}

/** Returns the address of an image, or '' with a warning when it can't be fetched later. */
export function parseImageUrl(builder: ProductBuilder, row: number, text: string): string {
  const src = text.trim().startsWith('//') ? `https:${text.trim()}` : text.trim()
  if (src === '') return ''
  if (src.length <= limits.imageUrl && /^https?:\/\//i.test(src) && URL.canParse(src)) return src
  builder.reportProblem(row, 'image_address')
  return ''
}

function limitTags(builder: ProductBuilder, tags: string[]): string[] {
  const firstRow = builder.draft.rows[0] ?? 0
  const validTags = removeDuplicates(tags.map(toSingleLine).filter(Boolean), tag =>
    tag.toLowerCase(),
  ).filter(tag => tag.length <= limits.tag)
  if (tags.some(tag => toSingleLine(tag).length > limits.tag))
    builder.reportProblem(firstRow, 'tag_too_long', { count: limits.tag })
  if (validTags.length > limits.tags)
    builder.reportProblem(firstRow, 'too_many_tags', {
      maximum: limits.tags,
      count: validTags.length - limits.tags,
    })
  return validTags.slice(0, limits.tags)
}

function limitCategories(builder: ProductBuilder, paths: string[][]): string[][] {
  const firstRow = builder.draft.rows[0] ?? 0
  if (paths.some(path => path.length > limits.categoryLevels))
    builder.reportProblem(firstRow, 'category_too_deep', { count: limits.categoryLevels })
  if (paths.some(path => path.some(name => name.length > limits.categoryName)))
    builder.reportProblem(firstRow, 'category_too_long', { count: limits.categoryName })
  const shortenedPaths = paths
    .map(path => path.slice(0, limits.categoryLevels))
    .filter(path => path.length > 0)
  const unique = removeDuplicates(shortenedPaths, path =>
    JSON.stringify(path.map(name => name.toLowerCase())),
  )
  if (unique.length > limits.categories)
    builder.reportProblem(firstRow, 'too_many_categories', { count: limits.categories })
  return unique.slice(0, limits.categories)
}
