import type {
  Product,
  ProductInput,
  ProductOption,
  Variant,
  VariantInput,
} from '#contract/product.ts'
import { refuseField } from '../lib/call/problem.ts'

/** A variant as it shall stand. `_id` null: a new one. `stock` null: as it is. `image`: an image's or a medium's id. */
export type PlannedVariant = Omit<Variant, '_id' | 'stock' | 'title'> & {
  _id: string | null
  stock: number | null
}
export type VariantPlan = { options: ProductOption[]; variants: PlannedVariant[] }
type Edit = Partial<ProductInput>
type Present = Pick<Product, 'options' | 'variants'>

const blank: PlannedVariant = {
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
  image: null,
  position: 0,
}
const simpleFields = [
  'price',
  'compareAtPrice',
  'cost',
  'sku',
  'barcode',
  'stock',
  'trackStock',
  'allowBackorder',
  'weight',
] as const

/** Whether an edit says anything about options or variants. */
export const touchesVariants = (body: Edit) =>
  body.variants !== undefined ||
  body.options !== undefined ||
  simpleFields.some(field => body[field] !== undefined)

/** What the variants become by an edit. Refuses what does not fit together. */
export function planVariants(body: Edit, present?: Present): VariantPlan {
  const simple = simpleFields.filter(field => body[field] !== undefined)
  const options = body.options ?? present?.options ?? []
  checkOptions(options)
  const variants = body.variants
    ? fromList(body.variants, present)
    : fromSimple(body, options, present, simple[0])
  const at = (index: number, field: string) =>
    body.variants ? `variants.${index}.${field}` : field === 'options' ? 'options' : field
  checkCombinations(options, variants, at)
  for (const [index, variant] of variants.entries())
    checkStock(variant, present, at(index, 'stock'))
  return { options, variants }
}

function fromList(list: VariantInput[], present: Present | undefined): PlannedVariant[] {
  const known = new Map(present?.variants.map(variant => [variant._id, variant]))
  const seen = new Set<string>()
  return list.map((given, position) => {
    if (given._id === undefined) return over(blank, given, position)
    const was = known.get(given._id)
    if (!was)
      throw refuseField(`variants.${position}._id`, 'unknown', 'This variant no longer exists')
    if (seen.has(given._id))
      throw refuseField(`variants.${position}._id`, 'taken', 'Each variant only once')
    seen.add(given._id)
    return over({ ...was, stock: null }, given, position)
  })
}

/** The one variant of a simple product, from the fields at the top; or the present ones under changed options. */
function fromSimple(
  body: Edit,
  options: ProductOption[],
  present: Present | undefined,
  field: string | undefined,
): PlannedVariant[] {
  const kept = present?.variants.map(variant => ({ ...variant, stock: null })) ?? [blank]
  const only = kept.length === 1 ? kept[0] : undefined
  if (!only) {
    if (field)
      throw refuseField(
        field,
        'several_variants',
        'This product has several variants: change it for each of them',
      )
    return kept
  }
  const values = options.map(option => (option.values.length === 1 ? option.values[0] : undefined))
  if (!present && values.includes(undefined))
    throw refuseField('variants', 'required', 'Add a variant for each combination that is sold')
  const given = Object.fromEntries(simpleFields.map(name => [name, body[name]]))
  const single = values.flatMap(value => (value === undefined ? [] : [value]))
  return [over(single.length === options.length ? { ...only, options: single } : only, given, 0)]
}

function over(
  base: PlannedVariant,
  given: Partial<VariantInput>,
  position: number,
): PlannedVariant {
  const { _id: _, ...values } = given
  return {
    ...base,
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    position,
  }
}

function checkOptions(options: ProductOption[]) {
  for (const [index, { name, values }] of options.entries())
    if (new Set(values).size !== values.length)
      throw refuseField(`options.${index}.values`, 'taken', `Each value of ${name} only once`)
}

function checkCombinations(
  options: ProductOption[],
  variants: PlannedVariant[],
  at: (index: number, field: string) => string,
) {
  const allowed = options.map(option => new Set(option.values))
  const seen = new Set<string>()
  for (const [index, { options: values }] of variants.entries()) {
    const path = at(index, 'options')
    if (values.length !== options.length)
      throw refuseField(
        path,
        'incomplete',
        options.length
          ? `Choose ${options.map(option => option.name).join(', ')}`
          : 'This product has no options',
      )
    const wrong = values.findIndex((value, i) => !allowed[i]?.has(value))
    if (wrong >= 0)
      throw refuseField(path, 'unknown', `${values[wrong]} is no value of ${options[wrong]?.name}`)
    const key = JSON.stringify(values)
    if (seen.has(key))
      throw refuseField(
        path,
        'taken',
        values.length
          ? `${values.join(' / ')} is there twice`
          : 'Several variants need options to tell them apart',
      )
    seen.add(key)
  }
}

/** Where stock is counted and must not be oversold, it cannot lie below zero: the table's own check, said for people. */
function checkStock(variant: PlannedVariant, present: Present | undefined, path: string) {
  const stock =
    variant.stock ?? present?.variants.find(({ _id }) => _id === variant._id)?.stock ?? 0
  if (stock < 0 && variant.trackStock && !variant.allowBackorder)
    throw refuseField(path, 'too_small', 'Below zero only where orders may exceed the stock')
}
