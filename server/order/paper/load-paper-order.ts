import type { InvoiceSettings } from '#contract/invoice/invoice.ts'
import type { Address } from '#contract/lib/country/address.ts'
import type { Order } from '#contract/order/order.ts'
import { getInvoiceSettings } from '../../invoice/rule/load-invoice-settings.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { findOrderLanguage } from '../create/order-language.ts'
import type { OrderReductions } from '../fulfillment/order-value.ts'
import { getOrder } from '../order-store.ts'

/** The data of a store that its documents contain. */
export type PaperStore = {
  name: string
  legalName: string
  address: Address
  email: string
  phone: string
  vatId: string
  logo: string
  locale: string
  languages: string[]
  timezone: string
  settings: Pick<InvoiceSettings, 'taxNumber' | 'legalNote'>
}
export type PaperOrder = Order & Pick<OrderReductions, 'unsoldTotal'> & { customerLanguage: string }

export async function loadPaperStore(tx: Tx): Promise<PaperStore> {
  const [[store], settings] = await Promise.all([
    tx<Omit<PaperStore, 'settings'>[]>`
      select name, legal_name, address, email, phone, vat_id, logo, locale, languages, timezone
      from store where id = current_store()`,
    getInvoiceSettings(tx),
  ])
  return { ...assertFound(store, 'store_not_found'), settings }
}

/** @throws Problem 404 order_not_found */
export async function loadPaperOrder(tx: Tx, id: string): Promise<PaperOrder> {
  const [order, customerLanguage, reductions] = await Promise.all([
    getOrder(tx, id),
    findOrderLanguage(tx, id),
    tx<Pick<OrderReductions, 'unsoldTotal'>[]>`select unsold_total from "order" where id = ${id}`,
  ])
  return { ...order, ...assertFound(reductions[0], 'order_not_found'), customerLanguage }
}
