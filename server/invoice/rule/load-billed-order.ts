import type { InvoiceSettings } from '#contract/invoice/invoice.ts'
import type { InvoiceLine } from '#contract/invoice/invoice-document.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { type OrderStatus, unbilledStatuses } from '#contract/order/order-state.ts'
import type { TaxExemption } from '#contract/store/tax.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getInvoiceSettings } from './load-invoice-settings.ts'

/** The data of an order and its store that an invoice contains. */
export type BilledOrder = {
  orderNumber: string
  orderVersion: number
  status: OrderStatus
  customer: { name: string; company: string; vatId: string; email: string }
  billingAddress: Address
  shippingAddress: Address
  orderedOn: string
  suppliedOn: string | null
  language: string
  currency: string
  lines: InvoiceLine[]
  shippingMethod: string
  shippingTotal: number
  shippingTax: number
  shippingTaxRate: number
  taxIncluded: boolean
  taxExemption: TaxExemption
  /** Whether a line has goods that are shipped. */
  hasGoods: boolean
  /** Whether a tax class has a rate of 0 for the country of the store or of the delivery. */
  hasZeroRate: boolean
  taxTotal: number
  total: number
  /** The paid amount. Only refunds of overpayments reduce it, because other refunds have credit notes. */
  paidTotal: number
  paymentMethod: string
  bankAccount: { iban?: string; bic?: string; accountHolder?: string } | null
  store: {
    name: string
    legalName: string
    address: Address
    email: string
    phone: string
    vatId: string
    logo: string
    locale: string
    languages: string[]
    today: string
  }
  settings: InvoiceSettings
}

const selectLines = (tx: Tx) => tx`
  select jsonb_agg(jsonb_build_object('orderLine', l.id, 'title', l.title, 'variantTitle', l.variant_title,
    'sku', l.sku, 'quantity', l.quantity, 'unitPrice', l.unit_price, 'discount', l.discount,
    'taxRate', l.tax_rate, 'tax', l.tax, 'total', l.total) order by l.position, l.id)
  from order_line l where l.order_id = o.id`

const selectStore = (tx: Tx) => tx`
  jsonb_build_object('name', s.name, 'legalName', s.legal_name, 'address', s.address,
    'email', s.email, 'phone', s.phone, 'vatId', s.vat_id, 'logo', s.logo, 'locale', s.locale,
    'languages', s.languages, 'today', (now() at time zone s.timezone)::date)`

/** @throws Problem 404 order_not_found */
export async function loadBilledOrder(tx: Tx, orderId: string): Promise<BilledOrder> {
  const [row] = await tx<Omit<BilledOrder, 'settings'>[]>`
    select o.number as order_number, o.version as order_version, o.status,
      jsonb_build_object('name', o.customer_name, 'company', o.customer_company,
        'vatId', o.customer_vat_id, 'email', o.customer_email) as customer,
      o.billing_address, o.shipping_address,
      (o.created_at at time zone s.timezone)::date::text as ordered_on,
      (coalesce(o.delivered_at, o.shipped_at) at time zone s.timezone)::date::text as supplied_on,
      o.language, o.currency, coalesce((${selectLines(tx)}), '[]') as lines, o.shipping_method,
      o.shipping_total, o.shipping_tax, o.shipping_tax_rate, o.tax_included, o.tax_exemption,
      exists (
        select from order_line l where l.order_id = o.id and l.requires_shipping
      ) as has_goods,
      exists (
        select from tax_class c cross join jsonb_array_elements(c.rates) r
        where (r ->> 'rate')::numeric = 0 and r ->> 'country' = any (
          array['', s.address ->> 'country', o.shipping_address ->> 'country'])
      ) as has_zero_rate,
      o.tax_total, o.total, o.paid_total - o.refunded_overpayment as paid_total, o.payment_method,
      coalesce(o.bank_account, (
        select jsonb_build_object('iban', p.iban, 'bic', p.bic, 'accountHolder', p.account_holder)
        from payment_method p where p.kind = 'bank_transfer' and p.enabled order by p.position limit 1
      )) as bank_account,
      ${selectStore(tx)} as store
    from "order" o
    join store s on s.id = o.store_id
    where o.id = ${orderId}`
  return { ...assertFound(row, 'order_not_found'), settings: await getInvoiceSettings(tx) }
}

/**
 * Locks an order, so that neither a change nor the erasure of its customer comes between its document
 * and the invoice, and returns it.
 * @throws Problem 404 order_not_found, or 422 invoice_order_unbilled or invoice_empty
 */
export async function lockBillableOrder(tx: Tx, orderId: string): Promise<BilledOrder> {
  await tx`select 1 from "order" where id = ${orderId} for share`
  const order = await loadBilledOrder(tx, orderId)
  if (unbilledStatuses.includes(order.status)) throw new Problem(422, 'invoice_order_unbilled')
  if (order.total === 0) throw new Problem(422, 'invoice_empty')
  return order
}
