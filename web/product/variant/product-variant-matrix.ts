import type { ProductOption } from '#contract/product/product.ts'
import { emptyVariant, type VariantValues } from '../product-values.ts'

type VariantMatrix = { options: ProductOption[]; variants: VariantValues[] }
const toKey = (values: readonly string[]) => JSON.stringify(values)
const getOptionValues = (variant: VariantValues) => variant.options ?? []

/** Returns all combinations of one value of each option, in the order of the options. */
export const listCombinations = (options: readonly ProductOption[]): string[][] =>
  options.reduce<string[][]>(
    (combinations, { values }) =>
      combinations.flatMap(combination => values.map(value => [...combination, value])),
    [[]],
  )

/** Returns the options that have values. Others do not affect the variants. */
export const filterOptionsWithValues = (options: readonly ProductOption[]) =>
  options.filter(({ values }) => values.length > 0)

/**
 * Returns the variants for changed options. Existing variants that still fit stay unchanged, and
 * others are removed. A new value adds its combinations as copies of the first variant. Combinations
 * that the user removed are not added again.
 */
export function rearrangeVariants(
  previous: VariantMatrix,
  options: ProductOption[],
): VariantValues[] {
  const template = createTemplate(previous)
  const previousOptions = filterOptionsWithValues(previous.options)
  const currentOptions = filterOptionsWithValues(options)
  const remainingVariants = removeDuplicateVariants(
    previous.variants.flatMap(variant => {
      const values = currentOptions.map(option =>
        getValueForOption(option, previousOptions, variant),
      )
      return values.some(value => value === undefined)
        ? []
        : [{ ...variant, options: values.flatMap(value => (value === undefined ? [] : [value])) }]
    }),
  )
  const newCombinations = listCombinations(currentOptions).filter(values =>
    currentOptions.some((option, index) => isNewValue(option, values[index], previousOptions)),
  )
  const existingKeys = new Set(remainingVariants.map(variant => toKey(getOptionValues(variant))))
  const newVariants = newCombinations
    .filter(values => !existingKeys.has(toKey(values)))
    .map(values => createVariantLike(template, values))
  const variants = sortByCombination([...remainingVariants, ...newVariants], currentOptions)
  return variants.length > 0
    ? variants
    : listCombinations(currentOptions).map(values => createVariantLike(template, values))
}

/** Returns the combinations without a variant. */
export function listMissingCombinations({ options, variants }: VariantMatrix): string[][] {
  const existingKeys = new Set(variants.map(variant => toKey(getOptionValues(variant))))
  return listCombinations(filterOptionsWithValues(options)).filter(
    values => !existingKeys.has(toKey(values)),
  )
}

export function addMissingVariants(matrix: VariantMatrix): VariantValues[] {
  const template = createTemplate(matrix)
  const missingVariants = listMissingCombinations(matrix).map(values =>
    createVariantLike(template, values),
  )
  return sortByCombination(
    [...matrix.variants, ...missingVariants],
    filterOptionsWithValues(matrix.options),
  )
}

/**
 * Returns the value of a variant for an option, or the first value if the option is new. Returns
 * undefined if the value was removed.
 */
function getValueForOption(
  option: ProductOption,
  previousOptions: ProductOption[],
  variant: VariantValues,
): string | undefined {
  const optionIndex = previousOptions.findIndex(
    ({ name, values }) =>
      name === option.name || values === option.values || sharesValue(values, option.values),
  )
  if (optionIndex < 0) return option.values[0]
  const value = getOptionValues(variant)[optionIndex]
  return value !== undefined && option.values.includes(value) ? value : undefined
}
const sharesValue = (a: readonly string[], b: readonly string[]) =>
  a.some(value => b.includes(value))

function isNewValue(
  option: ProductOption,
  value: string | undefined,
  previousOptions: ProductOption[],
): boolean {
  const previousOption = previousOptions.find(
    ({ name, values }) => name === option.name || sharesValue(values, option.values),
  )
  return (
    value !== undefined &&
    (previousOption ? !previousOption.values.includes(value) : value !== option.values[0])
  )
}

/** Returns the variants that are not saved yet and whose stock is counted. */
export const filterNewTrackedVariants = (variants: readonly VariantValues[]) =>
  variants.filter(({ _id, trackStock }) => _id === undefined && trackStock)

/** Returns the stock that all variants have, or undefined if it differs. */
export function findCommonStock(variants: readonly VariantValues[]): number | undefined {
  const [first, ...others] = variants
  return others.every(({ stock }) => stock === first?.stock) ? first?.stock : undefined
}

/** Returns the values of a new variant: price and settings of the first, stock of the new ones. */
function createTemplate({ options, variants }: VariantMatrix): VariantValues {
  const newVariants = filterOptionsWithValues(options).length > 0 ? variants : []
  return {
    ...(variants[0] ?? emptyVariant),
    _id: undefined,
    sku: '',
    barcode: '',
    stock: findCommonStock(filterNewTrackedVariants(newVariants)) ?? 0,
    image: null,
  }
}

const createVariantLike = (template: VariantValues, options: string[]): VariantValues => ({
  ...template,
  options,
})

function removeDuplicateVariants(variants: VariantValues[]): VariantValues[] {
  const seenKeys = new Set<string>()
  return variants.filter(variant => {
    const key = toKey(getOptionValues(variant))
    if (seenKeys.has(key)) return false
    seenKeys.add(key)
    return true
  })
}

function sortByCombination(
  variants: VariantValues[],
  options: readonly ProductOption[],
): VariantValues[] {
  const ranks = new Map(listCombinations(options).map((values, index) => [toKey(values), index]))
  const getRank = (variant: VariantValues) =>
    ranks.get(toKey(getOptionValues(variant))) ?? ranks.size
  return [...variants].sort((a, b) => getRank(a) - getRank(b))
}
