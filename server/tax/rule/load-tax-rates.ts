import type { ClassTaxRates } from '#contract/store/tax.ts'
import type { Tx } from '../../lib/db/db.ts'
import { findTaxRates, type SaleTaxRates, type StoreTaxes, type TaxedSale } from './tax-rates.ts'

type TaxedOrder = Pick<TaxedSale, 'country' | 'region'> & {
  /** The variant of each line. */
  variants: readonly string[]
  /** By default, the VAT ID of the customer. */
  vatId?: string | undefined
  /** Carts have no customer, because the storefront cannot read them. */
  customer?: string | null | undefined
  /** By default, whether the customer is exempt. */
  isExempt?: boolean | undefined
}
type StoreTaxesRow = StoreTaxes & { classByVariant: Record<string, string> }
type CustomerTaxes = { vatId: string; taxExempt: boolean }

/**
 * Returns the tax rates of an order. Carts and manual orders use it, so that both have the same taxes.
 * Another source of rates, such as a tax service, replaces this function.
 */
export async function loadTaxRates(
  tx: Tx,
  { variants, vatId, customer, isExempt, ...place }: TaxedOrder,
): Promise<SaleTaxRates> {
  const [[storeTaxes], [buyer]] = await Promise.all([
    selectStoreTaxes(tx, variants),
    customer ? selectCustomer(tx, customer) : [],
  ])
  if (!storeTaxes) throw new Error('The store of the order does not exist.')
  return findTaxRates(storeTaxes, {
    ...place,
    lines: variants.map(variant => storeTaxes.classByVariant[variant] ?? null),
    vatId: vatId || buyer?.vatId || '',
    isExempt: isExempt ?? buyer?.taxExempt ?? false,
  })
}

/** Returns the rates of each class for a manual order, whose lines change while it is edited. */
export async function loadClassTaxRates(
  tx: Tx,
  { customer, vatId, ...place }: Omit<TaxedOrder, 'variants' | 'isExempt'>,
): Promise<ClassTaxRates> {
  const [[storeTaxes], [buyer]] = await Promise.all([
    selectStoreTaxes(tx, []),
    customer ? selectCustomer(tx, customer) : [],
  ])
  if (!storeTaxes) throw new Error('The store of the order does not exist.')
  const { classes, shippingTaxRule } = storeTaxes
  const { lines, exemption } = findTaxRates(storeTaxes, {
    ...place,
    lines: [null, ...classes.map(({ _id }) => _id)],
    vatId: vatId || buyer?.vatId || '',
    isExempt: buyer?.taxExempt ?? false,
  })
  const [standard = 0, ...rates] = lines
  return {
    standard,
    classes: classes.map(({ _id }, i) => ({ _id, rate: rates[i] ?? 0 })),
    isShippingTaxed: shippingTaxRule !== 'none',
    exemption,
  }
}

const selectCustomer = (tx: Tx, id: string) => tx<CustomerTaxes[]>`
  select vat_id, tax_exempt from customer where id = ${id}`

/** Selects the columns of a `StoreTaxes` from the store `s`, without its country. */
export const taxColumns = (tx: Tx) => tx`
  s.vat_id, s.default_tax_rate as default_rate, s.shipping_tax_rule, s.eu_tax_rule,
  (now() at time zone s.timezone)::date::text as today,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      '_id', id, 'isStandard', is_standard, 'rates', rates)), '[]') from tax_class
  ) as classes`

const selectStoreTaxes = (tx: Tx, variants: readonly string[]) => tx<StoreTaxesRow[]>`
    select coalesce(s.address ->> 'country', '') as country, ${taxColumns(tx)},
      (
        select coalesce(jsonb_object_agg(v.id, p.tax_class), '{}')
        from variant v join product p on p.store_id = v.store_id and p.id = v.product_id
        where v.id = any (${variants}::uuid[]) and p.tax_class is not null
      ) as class_by_variant
    from store s where s.id = current_store()`
