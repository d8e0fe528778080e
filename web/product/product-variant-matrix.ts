import type { ProductOption } from '#contract/product.ts'
import { emptyVariant, type VariantValues } from './product-values.ts'

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
 * others are removed. A new value adds its combinations as copies of `template`. Combinations that
 * the user removed are not added again.
 */
export function rearrangeVariants(
  previous: VariantMatrix,
  options: ProductOption[],
  template: VariantValues = previous.variants[0] ?? emptyVariant,
): VariantValues[] {
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
  const template = matrix.variants[0] ?? emptyVariant
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

/** Returns a new variant with the price and settings of another, without SKU, stock and image. */
const createVariantLike = (template: VariantValues, options: string[]): VariantValues => ({
  ...template,
  _id: undefined,
  options,
  sku: '',
  barcode: '',
  stock: 0,
  image: null,
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
