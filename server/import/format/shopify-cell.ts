import { measureUnits } from '#contract/lib/money/unit-price.ts'
import { isVideoUrl, maxVideoUrlLength } from '#contract/lib/text/video-url.ts'
import type { ProductStatus } from '#contract/product/product.ts'
import { parseCategoryPaths, parseList, splitList } from '../file/import-list.ts'
import { parseBoolean } from '../file/import-number.ts'
import { shortenForMessage } from '../import-problem.ts'
import type { ParsedVariant } from '../product/import-product-builder.ts'
import { type ProductDraft, productLimits } from '../product/import-product-draft.ts'
import type { ProductRowReader } from '../product/product-field.ts'

export function readDescription(row: ProductRowReader, draft: ProductDraft): void {
  draft.description = row.multilineText('description')
}

/** The URL of another kind of video is left out. */
export function readVideoUrl(row: ProductRowReader, draft: ProductDraft): void {
  const url = row.text('videoUrl', maxVideoUrlLength)
  draft.videoUrl = url && !isVideoUrl(url) ? '' : url
}

/**
 * Shopify's tags contain no commas, and Shopify escapes nothing, so a backslash is part of the tag.
 */
export function readTags(row: ProductRowReader, draft: ProductDraft): void {
  const text = row.text('tags', 10_000)
  if (text === undefined) draft.tags = undefined
  else draft.tags = row.isOwnExport ? parseList(text) : splitList(text, /,/)
}

/** Storewright's export has whole paths; Shopify's has a path of its taxonomy and a collection. */
export function readCategories(row: ProductRowReader, draft: ProductDraft): void {
  const ownCategories = row.text('categories', 10_000)
  draft.categories =
    ownCategories === undefined ? readShopifyCategories(row) : parseCategoryPaths(ownCategories)
}

function readShopifyCategories(row: ProductRowReader): string[][] | undefined {
  const path = row.text('productCategory', 1000)
  const collection = row.text('collection', productLimits.categoryName)
  if (path === undefined && collection === undefined) return undefined
  // A number is an entry of Google's list and means nothing to customers.
  const names = (path ?? '')
    .split('>')
    .map(name => name.trim())
    .filter(name => name !== '' && !/^\d+$/.test(name))
  return [names, collection ? [collection] : []].filter(each => each.length > 0)
}

export function readStatus(row: ProductRowReader, draft: ProductDraft): void {
  draft.status = parseStatus(row)
}

function parseStatus(row: ProductRowReader): ProductStatus | undefined {
  const isPublished = parseBoolean(row.text('published', 20) ?? '')
  const status = row.text('status', 20)?.toLowerCase() ?? ''
  if (status === 'draft' || status === 'archived') return status
  if (status === 'active') return isPublished === false ? reportHidden(row) : 'active'
  if (status === 'unlisted') return reportHidden(row)
  if (status !== '') row.report('status', 'status_unknown', { value: shortenForMessage(status) })
  if (isPublished === undefined) return undefined
  return isPublished ? 'active' : 'draft'
}

function reportHidden(row: ProductRowReader): ProductStatus {
  row.report('status', 'not_published')
  return 'draft'
}

/** Shopify has the value on each variant. That of the first one counts. */
export function readRequiresShipping(row: ProductRowReader, draft: ProductDraft): void {
  draft.requiresShipping = parseBoolean(row.text('requiresShipping', 20) ?? '')
}

export function readWeight(row: ProductRowReader, variant: ParsedVariant): void {
  const weight = row.weight('weight', 'g')
  variant.weight = weight === null ? 0 : weight
}

/** Without a column for tracking, a stock in the file is tracked. */
export function readTrackStock(row: ProductRowReader, variant: ParsedVariant): void {
  if (row.hasColumn('trackStock')) variant.trackStock = !row.isBlank('trackStock')
  else variant.trackStock = row.hasColumn('stock') ? !row.isBlank('stock') : undefined
}

export function readStock(row: ProductRowReader, variant: ParsedVariant): void {
  variant.stock = row.stock('stock', parseAllowBackorder(row) === true)
}

export function readAllowBackorder(row: ProductRowReader, variant: ParsedVariant): void {
  variant.allowBackorder = parseAllowBackorder(row)
}

const parseAllowBackorder = (row: ProductRowReader) =>
  row.hasColumn('allowBackorder') ? parseBoolean(row.text('allowBackorder', 20) ?? '') : undefined

export function readPrice(row: ProductRowReader, variant: ParsedVariant): void {
  variant.price = row.money('price') ?? undefined
}

export function readCompareAtPrice(row: ProductRowReader, variant: ParsedVariant): void {
  variant.compareAtPrice = row.money('compareAtPrice')
}

export function readCost(row: ProductRowReader, variant: ParsedVariant): void {
  variant.cost = row.money('cost')
}

export function readMeasureAmount(row: ProductRowReader, variant: ParsedVariant): void {
  variant.measureAmount = row.amount('measureAmount')
}

export function readReferenceAmount(row: ProductRowReader, variant: ParsedVariant): void {
  variant.referenceAmount = row.amount('referenceAmount')
}

/** Variants of a unit without a unit price here have none. */
export function readMeasureUnit(row: ProductRowReader, variant: ParsedVariant): void {
  const text = row.text('measureUnit', 20)?.toLowerCase().replace('²', '2')
  variant.measureUnit =
    text === undefined ? undefined : (measureUnits.find(unit => unit === text) ?? null)
}
