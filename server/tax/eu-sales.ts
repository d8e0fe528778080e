import { isEuCountry, listEuCountries } from '#contract/lib/country/eu-countries.ts'
import type { Tx } from '../lib/db/db.ts'

type EuSales = { total: number; currency: string }
type StoreYear = { currency: string; country: string; yearStart: string }

/**
 * Returns the sales without tax of this year to private customers in other EU countries. The start of
 * the year is a value of the second query, so that it reads the orders of the year by their index.
 */
export async function getEuSales(tx: Tx): Promise<EuSales> {
  const [store] = await tx<StoreYear[]>`
    select currency, coalesce(address ->> 'country', '') as country,
      (date_trunc('year', now() at time zone timezone) at time zone timezone)::text as year_start
    from store where id = current_store()`
  const { currency = '', country = '', yearStart = '' } = store ?? {}
  if (!isEuCountry(country)) return { total: 0, currency }
  const countries = listEuCountries().filter(code => code !== country)
  const [row] = await tx<{ total: number }[]>`
    select coalesce(sum(greatest(total - tax_total - refunded_total, 0)), 0)::bigint as total
    from "order"
    where is_sale(status) and customer_vat_id = '' and currency = ${currency}
      and shipping_address ->> 'country' = any (${countries}::text[])
      and created_at >= ${yearStart}::timestamptz`
  return { total: row?.total ?? 0, currency }
}
