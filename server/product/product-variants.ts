import { getShapeKeys, pickFields } from '#contract/lib/shape.ts'
import type { Product, ProductInput, ProductOption } from '#contract/product/product.ts'
import { keepSwatches } from '#contract/product/swatch.ts'
import { SingleVariantFields, type VariantInput } from '#contract/product/variant.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import type { VariantWrite } from './rule/write-products.ts'

export type VariantWritePlan = { options: ProductOption[]; variants: VariantWrite[] }
type ProductVariantsEdit = Partial<ProductInput>
type CurrentProduct = Pick<Product, 'options' | 'variants'>

const defaultVariant: VariantWrite = {
  _id: null,
  options: [],
  sku: '',
  barcode: '',
  price: 0,
  compareAtPrice: null,
  cost: null,
  trackStock: true,
  stock: 0,
  allowBackorder: false,
  weight: 0,
  measureAmount: null,
  measureUnit: null,
  referenceAmount: null,
  image: null,
  position: 0,
}
const simpleFields = getShapeKeys(SingleVariantFields)

/** Returns true if an edit contains options or variants. */
export const hasVariantChanges = (body: ProductVariantsEdit) =>
  body.variants !== undefined ||
  body.options !== undefined ||
  simpleFields.some(field => body[field] !== undefined)

/**
 * Returns the options and variants of a product after an edit.
 * @throws Problem 422 on the field if options and variants do not match
 */
export function planVariants(
  body: ProductVariantsEdit,
  current?: CurrentProduct,
): VariantWritePlan {
  const simpleFieldsInBody = simpleFields.filter(field => body[field] !== undefined)
  const storedOptions = current?.options ?? []
  const options = body.options?.map(option => keepSwatches(option, storedOptions)) ?? storedOptions
  checkOptions(options)
  const variants = body.variants
    ? planFromList(body.variants, current)
    : planFromSimpleFields(body, options, current, simpleFieldsInBody[0])
  const toFieldPath = (index: number, field: string) =>
    body.variants ? `variants.${index}.${field}` : field
  checkCombinations(options, variants, toFieldPath)
  for (const [index, variant] of variants.entries())
    checkVariantStock(variant, current, toFieldPath(index, 'stock'))
  return { options, variants }
}

function planFromList(list: VariantInput[], current: CurrentProduct | undefined): VariantWrite[] {
  const variantsById = new Map(current?.variants.map(variant => [variant._id, variant]))
  const seenIds = new Set<string>()
  return list.map((input, position) => {
    if (input._id === undefined) return applyInput(defaultVariant, input, position)
    const existing = variantsById.get(input._id)
    if (!existing) throw createFieldProblem(`variants.${position}._id`, 'variant_not_found')
    if (seenIds.has(input._id))
      throw createFieldProblem(`variants.${position}._id`, 'duplicate_variant')
    seenIds.add(input._id)
    return applyInput({ ...existing, stock: null }, input, position)
  })
}

/**
 * Returns the variant of a simple product with the top-level fields of the edit, or the current
 * variants of a product with several.
 */
function planFromSimpleFields(
  body: ProductVariantsEdit,
  options: ProductOption[],
  current: CurrentProduct | undefined,
  field: string | undefined,
): VariantWrite[] {
  const variants = current?.variants.map(variant => ({ ...variant, stock: null })) ?? [
    defaultVariant,
  ]
  const singleVariant = variants.length === 1 ? variants[0] : undefined
  if (!singleVariant) {
    if (field) throw createFieldProblem(field, 'several_variants')
    return variants
  }
  const values = options.map(option => (option.values.length === 1 ? option.values[0] : undefined))
  if (!current && values.includes(undefined))
    throw createFieldProblem('variants', 'variants_missing')
  const optionValues = values.flatMap(value => (value === undefined ? [] : [value]))
  return [
    applyInput(
      optionValues.length === options.length
        ? { ...singleVariant, options: optionValues }
        : singleVariant,
      pickFields(SingleVariantFields, body),
      0,
    ),
  ]
}

function applyInput(
  base: VariantWrite,
  input: Partial<VariantInput>,
  position: number,
): VariantWrite {
  const { _id: _, ...values } = input
  return {
    ...base,
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    position,
  }
}

function checkOptions(options: ProductOption[]) {
  for (const [index, { name, values }] of options.entries())
    if (new Set(values).size !== values.length)
      throw createFieldProblem(`options.${index}.values`, 'duplicate_option_value', {
        option: name,
      })
}

const createOptionCountProblem = (path: string, options: ProductOption[]) =>
  options.length
    ? createFieldProblem(path, 'option_value_missing', {
        options: options.map(option => option.name).join(', '),
      })
    : createFieldProblem(path, 'options_not_defined')

function checkCombinations(
  options: ProductOption[],
  variants: VariantWrite[],
  toFieldPath: (index: number, field: string) => string,
) {
  const allowedValues = options.map(option => new Set(option.values))
  const seenCombinations = new Set<string>()
  for (const [index, { options: values }] of variants.entries()) {
    const path = toFieldPath(index, 'options')
    if (values.length !== options.length) throw createOptionCountProblem(path, options)
    const invalidIndex = values.findIndex((value, i) => !allowedValues[i]?.has(value))
    if (invalidIndex >= 0)
      throw createFieldProblem(path, 'unknown_option_value', {
        value: values[invalidIndex] ?? '',
        option: options[invalidIndex]?.name ?? '',
      })
    const key = JSON.stringify(values)
    if (seenCombinations.has(key)) throw createDuplicateProblem(path, values)
    seenCombinations.add(key)
  }
}

const createDuplicateProblem = (path: string, values: string[]) =>
  values.length
    ? createFieldProblem(path, 'duplicate_combination', { combination: values.join(' / ') })
    : createFieldProblem(path, 'options_needed')

/** Rejects negative stock without backorders, before the table's check constraint does. */
function checkVariantStock(
  variant: VariantWrite,
  current: CurrentProduct | undefined,
  path: string,
) {
  const stock =
    variant.stock ?? current?.variants.find(({ _id }) => _id === variant._id)?.stock ?? 0
  if (stock < 0 && variant.trackStock && !variant.allowBackorder)
    throw createFieldProblem(path, 'stock_below_zero')
}
