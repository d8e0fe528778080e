import { type ProductOption, productLimits } from '#contract/product.ts'
import { emptyVariant, type VariantValues } from './product-values.ts'

type VariantMatrix = { options: ProductOption[]; variants: VariantValues[] }
const toKey = (values: readonly string[]) => JSON.stringify(values)
const getOptionValues = (variant: VariantValues) => variant.options ?? []

/** Every way to choose one value of each option, in the options' order. */
export const listCombinations = (options: readonly ProductOption[]): string[][] =>
  options.reduce<string[][]>(
    (combinations, { values }) =>
      combinations.flatMap(combination => values.map(value => [...combination, value])),
    [[]],
  )

/** Options that still have no value say nothing about the variants yet. */
export const filterOptionsWithValues = (options: readonly ProductOption[]) =>
  options.filter(({ values }) => values.length > 0)

/**
 * The variants under changed options. Those that fit stay as they are; a new value brings its combinations, made like
 * `model`; what is no longer possible goes. Combinations that were left out on purpose stay out.
 */
export function rearrangeVariants(
  previous: VariantMatrix,
  options: ProductOption[],
  template: VariantValues = previous.variants[0] ?? emptyVariant,
): VariantValues[] {
  const previousOptions = filterOptionsWithValues(previous.options)
  const currentOptions = filterOptionsWithValues(options)
  const keptVariants = uniqueByOptions(
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
    currentOptions.some((option, i) => isNewValue(option, values[i], previousOptions)),
  )
  const existingKeys = new Set(keptVariants.map(variant => toKey(getOptionValues(variant))))
  const newVariants = newCombinations
    .filter(values => !existingKeys.has(toKey(values)))
    .map(values => createVariantLike(template, values))
  const all = sortByCombination([...keptVariants, ...newVariants], currentOptions)
  return all.length > 0
    ? all
    : listCombinations(currentOptions).map(values => createVariantLike(template, values))
}

/** The combinations that nobody sells yet. */
export function listMissingCombinations({ options, variants }: VariantMatrix): string[][] {
  const existingKeys = new Set(variants.map(variant => toKey(getOptionValues(variant))))
  return listCombinations(filterOptionsWithValues(options)).filter(
    values => !existingKeys.has(toKey(values)),
  )
}

export const addMissingVariants = (matrix: VariantMatrix): VariantValues[] =>
  sortByCombination(
    [
      ...matrix.variants,
      ...listMissingCombinations(matrix).map(values =>
        createVariantLike(matrix.variants[0] ?? emptyVariant, values),
      ),
    ],
    filterOptionsWithValues(matrix.options),
  )

export const exceedsVariantLimit = (variants: readonly VariantValues[]) =>
  variants.length > productLimits.variants

/** A value keeps its place by its option's name; an option that had no value yet takes its first. */
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

/** Same price and settings; what names or counts one variant is its own. */
const createVariantLike = (template: VariantValues, options: string[]): VariantValues => ({
  ...template,
  _id: undefined,
  options,
  sku: '',
  barcode: '',
  stock: 0,
  image: null,
})

function uniqueByOptions(variants: VariantValues[]): VariantValues[] {
  const seenKeys = new Set<string>()
  return variants.filter(
    variant =>
      !seenKeys.has(toKey(getOptionValues(variant))) &&
      seenKeys.add(toKey(getOptionValues(variant))),
  )
}

function sortByCombination(
  variants: VariantValues[],
  options: readonly ProductOption[],
): VariantValues[] {
  const rank = new Map(listCombinations(options).map((values, i) => [toKey(values), i]))
  const getRank = (variant: VariantValues) => rank.get(toKey(getOptionValues(variant))) ?? rank.size
  return [...variants].sort((a, b) => getRank(a) - getRank(b))
}
