import { type ProductOption, productLimits } from '#contract/product.ts'
import { blankVariant, type VariantValues } from './product-values.ts'

type Matrix = { options: ProductOption[]; variants: VariantValues[] }
const keyOf = (values: readonly string[]) => JSON.stringify(values)
const valuesOf = (variant: VariantValues) => variant.options ?? []

/** Every way to choose one value of each option, in the options' order. */
export const combinationsOf = (options: readonly ProductOption[]): string[][] =>
  options.reduce<string[][]>(
    (all, { values }) => all.flatMap(chosen => values.map(value => [...chosen, value])),
    [[]],
  )

/** Options that still have no value say nothing about the variants yet. */
export const settled = (options: readonly ProductOption[]) =>
  options.filter(({ values }) => values.length > 0)

/**
 * The variants under changed options. Those that fit stay as they are; a new value brings its combinations, made like
 * `model`; what is no longer possible goes. Combinations that were left out on purpose stay out.
 */
export function rearrange(
  before: Matrix,
  options: ProductOption[],
  model: VariantValues = before.variants[0] ?? blankVariant,
): VariantValues[] {
  const was = settled(before.options)
  const now = settled(options)
  const moved = firstOfEach(
    before.variants.flatMap(variant => {
      const values = now.map(option => valueUnder(option, was, variant))
      return values.some(value => value === undefined)
        ? []
        : [{ ...variant, options: values.flatMap(value => (value === undefined ? [] : [value])) }]
    }),
  )
  const fresh = combinationsOf(now).filter(values =>
    now.some((option, i) => isNewValue(option, values[i], was)),
  )
  const have = new Set(moved.map(variant => keyOf(valuesOf(variant))))
  const added = fresh
    .filter(values => !have.has(keyOf(values)))
    .map(values => madeLike(model, values))
  const all = inOrder([...moved, ...added], now)
  return all.length > 0 ? all : combinationsOf(now).map(values => madeLike(model, values))
}

/** The combinations that nobody sells yet. */
export function missingOf({ options, variants }: Matrix): string[][] {
  const have = new Set(variants.map(variant => keyOf(valuesOf(variant))))
  return combinationsOf(settled(options)).filter(values => !have.has(keyOf(values)))
}

export const withMissing = (matrix: Matrix): VariantValues[] =>
  inOrder(
    [
      ...matrix.variants,
      ...missingOf(matrix).map(values => madeLike(matrix.variants[0] ?? blankVariant, values)),
    ],
    settled(matrix.options),
  )

export const isTooMany = (variants: readonly VariantValues[]) =>
  variants.length > productLimits.variants

/** A value keeps its place by its option's name; an option that had no value yet takes its first. */
function valueUnder(
  option: ProductOption,
  was: ProductOption[],
  variant: VariantValues,
): string | undefined {
  const place = was.findIndex(
    ({ name, values }) =>
      name === option.name || values === option.values || sharesValue(values, option.values),
  )
  if (place < 0) return option.values[0]
  const value = valuesOf(variant)[place]
  return value !== undefined && option.values.includes(value) ? value : undefined
}
const sharesValue = (a: readonly string[], b: readonly string[]) =>
  a.some(value => b.includes(value))

function isNewValue(
  option: ProductOption,
  value: string | undefined,
  was: ProductOption[],
): boolean {
  const before = was.find(
    ({ name, values }) => name === option.name || sharesValue(values, option.values),
  )
  return (
    value !== undefined && (before ? !before.values.includes(value) : value !== option.values[0])
  )
}

/** Same price and settings; what names or counts one variant is its own. */
const madeLike = (model: VariantValues, options: string[]): VariantValues => ({
  ...model,
  _id: undefined,
  options,
  sku: '',
  barcode: '',
  stock: 0,
  image: null,
})

function firstOfEach(variants: VariantValues[]): VariantValues[] {
  const seen = new Set<string>()
  return variants.filter(
    variant => !seen.has(keyOf(valuesOf(variant))) && seen.add(keyOf(valuesOf(variant))),
  )
}

function inOrder(variants: VariantValues[], options: readonly ProductOption[]): VariantValues[] {
  const rank = new Map(combinationsOf(options).map((values, i) => [keyOf(values), i]))
  const rankOf = (variant: VariantValues) => rank.get(keyOf(valuesOf(variant))) ?? rank.size
  return [...variants].sort((a, b) => rankOf(a) - rankOf(b))
}
