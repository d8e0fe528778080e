import type { policyKinds } from '#contract/cms/cms.ts'
import type { Address } from '#contract/lib/country/address.ts'
import type { Onboarding } from '#contract/store/onboarding.ts'
import { getCountryTaxRates, listNeededPolicies } from '#contract/store/store-defaults.ts'
import type { TaxClass } from '#contract/store/tax.ts'
import type { Tx } from '../lib/db/db.ts'
import { findTaxRates } from '../tax/rule/tax-rates.ts'

type PolicyKind = (typeof policyKinds)[number]

/** The data of the store from which the setup guide and the launch issues are derived. */
export type SetupRow = {
  email: string
  address: Address
  taxIncluded: boolean
  defaultTaxRate: number
  isUntaxed: boolean
  today: string
  standardClass: Pick<TaxClass, '_id' | 'rates'> | null
  shipping: Onboarding['shipping']
  /** The policies with a text, and whether it has gaps such as "[add your email]". */
  policies: Partial<Record<PolicyKind, boolean>>
  hasPayment: boolean
  hasActiveProduct: boolean
}

export const selectSetup = (tx: Tx) => tx<SetupRow[]>`
  select s.email, s.address, s.tax_included, s.default_tax_rate,
    s.untaxed_since is not null as is_untaxed, (now() at time zone s.timezone)::date::text as today,
    (
      select jsonb_build_object('_id', id, 'rates', rates) from tax_class where is_standard
    ) as standard_class,
    (
      select jsonb_build_object(
        'name', rate -> 'name', 'kind', rate -> 'kind', 'price', rate -> 'steps' -> 0 -> 'price')
      from shipping_zone z, jsonb_array_elements(z.rates) with ordinality as r(rate, position)
      where (rate ->> 'enabled')::boolean order by z.created_at, z.id, position limit 1
    ) as shipping,
    (
      select coalesce(jsonb_object_agg(kind, body ~ '\\[[^][<>]{3,}\\]'), '{}')
      from cms, jsonb_each_text(cms.sections -> 'policies') as p(kind, body) where body <> ''
    ) as policies,
    exists (select 1 from payment_method where enabled) as has_payment,
    exists (select 1 from product where status = 'active') as has_active_product
  from store s where s.id = current_store()`

/** Returns whether customers can contact the store. */
export const hasDetails = ({ email, address }: SetupRow) =>
  [email, address.line1, address.city, address.country].every(Boolean)

/** Returns the tax of products without a class in the country of the store. */
export function getHomeTaxRate({
  address,
  defaultTaxRate,
  today,
  standardClass,
}: SetupRow): number {
  const storeTaxes = {
    country: address.country ?? '',
    vatId: '',
    defaultRate: defaultTaxRate,
    shippingTaxRule: 'none',
    euTaxRule: 'home',
    classes: standardClass ? [{ ...standardClass, isStandard: true }] : [],
    today,
  } as const
  const sale = { lines: [null], country: '', region: '', vatId: '', isExempt: false }
  return findTaxRates(storeTaxes, sale).lines[0] ?? 0
}

/** Returns whether the store has a tax rate, or needs none. */
export const isTaxDecided = (setup: SetupRow) =>
  setup.isUntaxed ||
  getHomeTaxRate(setup) > 0 ||
  getCountryTaxRates(setup.address.country ?? '').standard === 0

/** Returns the policies that the store needs and that are empty or have gaps. */
export const listMissingPolicies = ({ address, policies }: SetupRow): PolicyKind[] =>
  listNeededPolicies(address.country ?? '').filter(kind => policies[kind] !== false)
