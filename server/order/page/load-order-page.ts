import { sumTaxes } from '#contract/order/order-totals.ts'
import type {
  StorefrontOrder,
  StorefrontOrderState,
  StorefrontOrderStep,
} from '#contract/storefront/storefront-order.ts'
import { getAddressForm } from '../../address/address-form.ts'
import { selectEditEnd } from '../../cms/rule/order-edit-end.ts'
import { selectIsOfCurrentCustomer } from '../../customer/rule/current-customer.ts'
import { selectSendsEmails } from '../../customer/rule/mailed-order.ts'
import { selectIsShoppersInvoice } from '../../invoice/rule/list-issued-invoices.ts'
import type { App } from '../../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../../lib/db/db.ts'
import { selectParts } from '../../lib/db/record-part.ts'
import { selectVariantImage } from '../../media/select-variant-image.ts'
import { getBalance, statusTransitions } from '../fulfillment/order-status.ts'
import { selectReplacedUnits } from '../items/replaced-units.ts'
import { withPendingRefunds } from '../payment/pending-refund.ts'
import { selectReturns } from '../return/select-returns.ts'
import { selectReviewStates } from './add-review.ts'
import { selectBankAccount, toBankTransfer } from './bank-transfer.ts'
import { type OrderPageRow, omitSourceColumns } from './order-page-row.ts'
import { selectPickup } from './order-pickup.ts'
import {
  selectHasReceipt,
  selectIsPaid,
  selectOnlinePayments,
  selectPaymentChoices,
} from './paid-orders.ts'
import {
  getPartialState,
  getState,
  selectIsLost,
  selectIsWithdrawn,
} from './shopper-order-state.ts'
import {
  selectExchangeCredits,
  selectFailedRefunds,
  selectShopperRefunds,
} from './shopper-refunds.ts'
import {
  selectExchangeVariants,
  selectLostParcels,
  selectUnitRefunds,
  toShopperReturns,
} from './shopper-returns.ts'
import { hasWithdrawalRight } from './withdrawal-right.ts'

/**
 * Returns what the shopper sees of an order, read as the role of the back office. Shoppers see no
 * drafts.
 */
export const loadOrderPage = (
  { db }: Pick<App, 'db'>,
  storeId: string,
  id: string,
): Promise<StorefrontOrder | undefined> =>
  withStoreTransaction(db, storeId, tx => findOrderPage(tx, id))

/** Returns what the shopper sees of an order in a transaction of the back office. */
export async function findOrderPage(tx: Tx, id: string): Promise<StorefrontOrder | undefined> {
  const [row] = await selectOrder(tx, id)
  return row && toOrder(row)
}

function toOrder(row: OrderPageRow): StorefrontOrder {
  const { status, paidTotal, refundedTotal, refundedOverpayment, pendingOverpayment } = row
  const { keptTotal, returnDue, waivedTotal, bankAccount, taxLines, shippingTax, shippingTaxRate } =
    row
  const order = omitSourceColumns(row)
  const state = getState({ ...row, isPickup: row.pickup !== null })
  const { total, unsoldTotal } = order
  const amounts = { total, paidTotal, refundedTotal, refundedOverpayment, unsoldTotal }
  const pendingRefunds = order.refunds.filter(({ isPending }) => isPending)
  const confirmedAmounts = withPendingRefunds(amounts, { pendingRefunds, pendingOverpayment })
  const balance = getBalance({ status, keptTotal, returnDue, waivedTotal, ...confirmedAmounts })
  return {
    ...order,
    balance,
    refundDue: Math.max(0, -balance, row.failedRefunds),
    isRefundable: confirmedAmounts.paidTotal - confirmedAmounts.refundedTotal > keptTotal,
    ...toShopperReturns({ ...row, country: getBuyerCountry(row) }),
    addressForms: {
      shipping: getAddressForm(order.address.country ?? ''),
      billing: getAddressForm(order.billingAddress.country ?? ''),
    },
    taxes: sumTaxes({ ...order, lines: taxLines, shippingTax, shippingTaxRate }),
    bankTransfer:
      bankAccount &&
      toBankTransfer(bankAccount, order.number, {
        amount: balance,
        currency: order.currency,
      }),
    state,
    partialState: getPartialState(row),
    steps: listSteps(row, state),
    canWithdraw: canWithdraw(row, state),
    canCancel:
      !row.isShipping && !row.isWithdrawn && statusTransitions[status].includes('cancelled'),
  }
}

const canWithdraw = (row: OrderPageRow, state: StorefrontOrderState): boolean =>
  !row.hasWithdrawal &&
  state !== 'canceled' &&
  state !== 'returned' &&
  hasWithdrawalRight({ ...row, country: getBuyerCountry(row) })

const getBuyerCountry = ({ address, seller }: OrderPageRow) =>
  address.country || seller.address.country

function listSteps(row: OrderPageRow, state: StorefrontOrderState): StorefrontOrderStep[] {
  if (['canceled', 'withdrawn', 'returned'].includes(state)) return []
  const { createdAt, isPaid, paidAt, shippedAt, deliveredAt, needsShipping } = row
  const received = { step: 'received' as const, isDone: true, at: createdAt }
  const paid = { step: 'paid' as const, isDone: isPaid, at: isPaid ? paidAt : null }
  const isDelivered = state === 'delivered'
  const isPickedUp = state === 'pickedUp'
  if (row.pickup)
    return [
      received,
      paid,
      { step: 'readyForPickup', isDone: isPickedUp || state === 'readyForPickup', at: null },
      { step: 'pickedUp', isDone: isPickedUp, at: deliveredAt },
    ]
  return [
    received,
    paid,
    ...(needsShipping
      ? [
          {
            step: 'shipped' as const,
            isDone: isDelivered || state === 'shipped',
            at: shippedAt,
          },
        ]
      : []),
    { step: 'delivered', isDone: isDelivered, at: deliveredAt },
  ]
}

/** Orders of the back office and earlier orders have no stored bank account. */
const selectCurrentBankAccount = (tx: Tx) => tx`
  coalesce(o.bank_account, (
    select ${selectBankAccount(tx)} from payment_method p
    where p.kind = 'bank_transfer'
      and (p.name = o.payment_method or o.payment_method = '' and p.enabled)
    order by p.position limit 1))`

const selectInvoices = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(jsonb_build_object('_id', i.id, 'kind', i.kind, 'number', i.number)
      order by i.id), '[]')
    from invoice i where i.order_id = o.id and ${selectIsShoppersInvoice(tx)}
  )`

/** The parcels that have left. */
const selectParcels = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      '_id', f.id, 'status', f.status, 'shippedAt', f.shipped_at, 'deliveredAt', f.delivered_at,
      'carrier', f.carrier, 'number', f.tracking_number, 'url', f.tracking_url,
      'lines', f.lines) order by f.id), '[]')
    from fulfillment f where f.order_id = o.id and f.status in ('shipped', 'delivered', 'lost')
  )`

const selectReturnFiles = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(jsonb_build_object('_id', f.id, 'return', f.return_id,
      'purpose', f.purpose, 'fileName', f.file_name) order by f.id), '[]')
    from order_file f
    where f.order_id = o.id and f.return_id is not null
      and ${selectIsOfCurrentCustomer(tx, tx`f.created_at`)}
  )`

const selectLines = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      '_id', l.id, 'title', l.title, 'variantTitle', l.variant_title, 'quantity', l.quantity,
      'image', (
        select ${selectVariantImage(tx)} from variant v
        where v.store_id = l.store_id and v.id = l.variant_id
      ),
      'unitPrice', l.unit_price, 'amount', l.quantity * l.unit_price,
      'isWithdrawable', l.withdrawal_exception = 'none',
      'exchangeVariants', ${selectExchangeVariants(tx)},
      'fulfilledQuantity', l.fulfilled_quantity, 'returnedQuantity', l.returned_quantity,
      'replacedQuantity', ${selectReplacedUnits(tx, tx`l.id`)})
      order by l.position, l.id), '[]') from order_line l where l.order_id = o.id
  )`

/** Packed units count as shipped. */
const selectIsShipping = (tx: Tx) => tx`
  exists (select from order_line where order_id = o.id and fulfilled_quantity > 0)
    or exists (select from fulfillment where order_id = o.id and status = 'packed')`

const selectOrder = (tx: Tx, id: string) => tx<OrderPageRow[]>`
  select o.number, o.status, o.fulfillment_status, o.return_progress, o.created_at, o.shipped_at, o.customer_since,
    o.delivered_at, o.customer_name,
    o.customer_email as email, o.shipping_address as address, o.billing_address, o.shipping_method,
    ${selectPickup(tx)} as pickup,
    case when ${selectIsOfCurrentCustomer(tx, tx`o.created_at`)} then o.checkout_answers else '[]' end
      as checkout_answers,
    coalesce((
      select c.sections #>> '{checkout,thankYou}' from cms c where c.store_id = o.store_id
    ), '') as thank_you,
    o.delivery_from, o.delivery_to, o.payment_method, o.payment_instructions, o.currency, o.subtotal, o.discount_total,
    o.shipping_total, o.shipping_tax, o.shipping_tax_rate, o.tax_total, o.tax_included,
    o.tax_exemption, o.customer_company as company, o.customer_vat_id as vat_id, o.total,
    o.paid_total, o.refunded_total, o.refunded_overpayment, o.unsold_total, ${selectShopperRefunds(tx)} as refunds,
    ${selectExchangeCredits(tx)} as exchange_credits,
    amounts.*, ${selectFailedRefunds(tx)} as failed_refunds,
    ${selectOnlinePayments(tx)} as online_payments, ${selectIsPaid(tx)} as is_paid,
    (select max(at) from payment where order_id = o.id and kind = 'payment') as paid_at,
    exists (select from order_line where order_id = o.id and requires_shipping) as needs_shipping,
    coalesce(${selectEditEnd(tx)} > now(), false) as can_edit,
    ${selectIsShipping(tx)} as is_shipping,
    ${selectIsWithdrawn(tx)} as is_withdrawn, ${selectIsLost(tx)} as is_lost,
    (
      select (c.sections #>> '{checkout,returnDays}')::integer from cms c where c.store_id = o.store_id
    ) as return_days,
    ${selectLines(tx)} as lines,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'taxRate', l.tax_rate, 'tax', l.tax, 'total', l.total)), '[]')
      from order_line l where l.order_id = o.id
    ) as tax_lines,
    ${selectParcels(tx)} as parcels,
    ${selectParts(tx, selectReturns(tx, id))} as returns, ${selectReturnFiles(tx)} as return_files,
    ${selectUnitRefunds(tx)} as unit_refunds, ${selectLostParcels(tx)} as lost_parcels,
    (
      select coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'code', d.code) order by d.id), '[]')
      from order_discount d where d.order_id = o.id
    ) as discounts, ${selectInvoices(tx)} as invoices, ${selectHasReceipt(tx)} as has_receipt,
    ${selectPaymentChoices(tx)} as payment_choices,
    ${selectSendsEmails(tx)} as sends_emails,
    ${selectCurrentBankAccount(tx)} as bank_account, ${selectReviewStates(tx)} as reviews,
    (
      select jsonb_build_object('name', w.name, 'email', w.email, 'createdAt', w.created_at)
      from order_withdrawal w
      where w.order_id = o.id
        and (lower(w.email) = o.folded_email or ${selectIsOfCurrentCustomer(tx, tx`w.created_at`)})
    ) as withdrawal,
    exists (select from order_withdrawal w where w.order_id = o.id) as has_withdrawal,
    (
      select jsonb_build_object('name', coalesce(nullif(s.legal_name, ''), s.name),
        'address', s.address, 'email', s.email,
        'returnAddress', coalesce(c.sections #>> '{checkout,returnAddress}', ''),
        'vatId', s.vat_id, 'timezone', s.timezone,
        'imprint', coalesce(c.sections #>> '{policies,imprint}', ''))
      from store s left join cms c on c.store_id = s.id where s.id = o.store_id
    ) as seller
  from "order" o cross join lateral order_refund_amounts(o) amounts
  where o.id = ${id} and o.status <> 'draft'`
