import { isEuCountry, listEuCountries } from '#contract/lib/eu-countries.ts'
import type { Tx } from '../lib/db/db.ts'

type EuSales = { total: number; currency: string }

/**
 * Returns the sales without tax of this year to private customers in other EU countries. The index of
 * the dates of orders limits the rows to those of the year; the settings page alone asks for them.
 */
export async function getEuSales(tx: Tx): Promise<EuSales> {
  const [store] = await tx<{ currency: string; country: string }[]>`
    select currency, coalesce(address ->> 'country', '') as country
    from business where id = current_business()`
  const { currency = '', country = '' } = store ?? {}
  if (!isEuCountry(country)) return { total: 0, currency }
  const countries = listEuCountries().filter(code => code !== country)
  const [row] = await tx<{ total: number }[]>`
    select coalesce(sum(greatest(o.total - o.tax_total - o.refunded_total, 0)), 0)::bigint as total
    from "order" o join business b on b.id = o.business_id
    where is_sale(o.status) and o.customer_vat_id = '' and o.currency = b.currency
      and o.shipping_address ->> 'country' = any (${countries}::text[])
      and o.created_at >= date_trunc('year', now() at time zone b.timezone) at time zone b.timezone`
  return { total: row?.total ?? 0, currency }
}
