import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { getShapeKeys } from '#contract/lib/shape.ts'
import { ProductFields, ProductInput } from '#contract/product/product.ts'
import { mergeProduct } from './import-merge.ts'
import { VariantFields } from './import-product-draft.ts'
import { createProductExportRows, csvFormat, productExportHeader } from './import-product-export.ts'
import { blankProduct, blankVariant, type ProductValue } from './import-product-value.ts'
import { parseProducts } from './parse-products.ts'

/** Keys of a product that no file can hold, with the reason. */
const keysOutsideFiles: Partial<Record<keyof ProductInput, string>> = {
  taxClass: 'the classes of another store have other ids',
  withdrawalException: 'no other platform exports it',
  companions: 'the products of another store have other ids',
}

/** A value that differs from the blank one, by the type of the key. */
function createSample(key: string, schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return createSample(key, schema.unwrap())
  if (schema instanceof z.ZodString) return `${key.toLowerCase()}-sample`
  if (schema instanceof z.ZodNumber) return 100 + key.length
  // These two are on by default.
  if (schema instanceof z.ZodBoolean) return key !== 'trackStock' && key !== 'requiresShipping'
  if (schema instanceof z.ZodEnum) return schema.options.at(-1)
  if (schema instanceof z.ZodArray) return [createSample(key, schema.element)]
  throw new Error(`Add a sample for the type of ${key}`)
}

/** Options and variants must agree with each other. */
const coherentParts = {
  options: [{ name: 'Size', values: ['S'] }],
  categories: [['Clothing', 'Shirts']],
  videoUrl: 'https://youtu.be/abcdefghijk',
  images: [{ sourceUrl: 'https://x.test/1.jpg', alt: 'A shirt', variantIndexes: [0] }],
}
const createSamples = (schema: { shape: Record<string, unknown> }) =>
  Object.fromEntries(
    Object.entries(schema.shape)
      .filter(([key]) => key !== 'options' && !(key in keysOutsideFiles))
      .map(([key, type]) => [key, createSample(key, type)]),
  )

const product: ProductValue = {
  ...blankProduct,
  ...createSamples(ProductFields),
  ...coherentParts,
  variants: [{ ...blankVariant, ...createSamples(VariantFields), options: ['S'] }],
}

describe('a product that is exported and imported again keeps', () => {
  let imported: ProductValue
  beforeAll(async () => {
    const rows = [[...productExportHeader], ...createProductExportRows(product, 2)]
    const openFile = () => Readable.from([Buffer.from(stringify(rows, csvFormat))])
    const { drafts, problems } = await parseProducts(openFile, { exponent: 2, now: new Date(0) })
    expect(problems.filter(problem => problem.level === 'error')).toEqual([])
    const [draft] = drafts
    if (!draft) throw new Error('The export contains no product.')
    imported = mergeProduct(draft, undefined, html => html).next
  })

  const isVariantKey = (key: string) => key in VariantFields.shape && !(key in ProductFields.shape)
  const getValue = (value: ProductValue, key: string) =>
    Object.entries(isVariantKey(key) ? (value.variants[0] ?? {}) : value).find(
      ([name]) => name === key,
    )?.[1]

  it.each(getShapeKeys(ProductInput).filter(key => !(key in keysOutsideFiles)))('%s', key => {
    const value = getValue(product, key)
    expect(value, 'the sample differs from what a new product has').not.toEqual(
      getValue({ ...blankProduct, variants: [blankVariant] }, key),
    )
    expect(getValue(imported, key)).toEqual(value)
  })
})
