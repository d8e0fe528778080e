import type { BankAccount } from '#contract/payment-method.ts'
import type { PlacedCheckout } from '#contract/storefront-checkout.ts'
import type { AppliedDiscount, StorefrontCheckout } from '#contract/storefront-order.ts'
import type { CommitWith, Tx } from '../lib/db/db.ts'
import { enqueueJobs } from '../lib/job/jobs.ts'
import type { HeldTerms } from '../order/held-terms.ts'
import { type CheckoutRecords, createOrder, type NewOrderInput } from '../order/order-create.ts'
import type { ProviderPayment } from '../order/order-store.ts'
import { selectBankAccount } from '../order/page/bank-transfer.ts'
import { addOrderDiscounts, takeDiscounts } from '../rule/load-discounts.ts'
import { formatPhone } from '../rule/phone-number.ts'
import type { SignedInShopper } from '../storefront/signed-in-shopper.ts'
import type { StorefrontHost } from '../storefront/storefront-host.ts'

/**
 * Everything that an order needs, with the prices at the time of the checkout. It is stored as JSON
 * while the shopper pays, so that later changes of the store do not change the order.
 */
export type FrozenOrder = {
  input: NewOrderInput
  columns: Omit<CheckoutRecords['columns'], 'cartHash'>
  discounts: AppliedDiscount[]
  /** The shopper is signed in with the email of the order. */
  isSignedIn?: boolean
  /** Set while the shopper pays. */
  held?: Omit<HeldTerms, 'hasUnits'>
}

type Freezing = {
  checkout: StorefrontCheckout
  fields: PlacedCheckout
  host: StorefrontHost
  shopper: SignedInShopper | undefined
}

/** Returns the order that a checkout would create, without creating it. */
export async function freezeOrder(
  tx: Tx,
  { checkout, fields, host, shopper }: Freezing,
): Promise<FrozenOrder> {
  const { email, name, company, vatId } = fields
  const phone = formatPhone(fields.phone ?? '', fields.country) ?? ''
  const option = checkout.shippingOptions.find(({ _id }) => _id === fields.shipping)
  const [addresses, [paymentMethod]] = await Promise.all([
    getOrderAddresses(tx, checkout, fields),
    tx<{ name: string; instructions: string; bankAccount: BankAccount | null }[]>`
      select name, instructions,
        case when kind = 'bank_transfer' then ${selectBankAccount(tx)} end as bank_account
      from payment_method where id = ${fields.payment}`,
  ])
  return {
    input: {
      customer: { name, email, phone, company, vatId },
      lines: checkout.lines.map(({ variant, quantity, price }, i) => ({
        variant,
        quantity,
        unitPrice: price,
        discount: checkout.lineDiscounts[i],
      })),
      ...addresses,
      isPickup: checkout.delivery === 'pickup',
      shippingMethod: option?.name,
      shippingTotal: checkout.shippingTotal ?? 0,
      tax: checkout.taxRates,
      customerNote: checkout.note,
      source: 'storefront',
    },
    columns: {
      language: host.language,
      paymentMethod: paymentMethod?.name ?? '',
      paymentInstructions: paymentMethod?.instructions ?? '',
      bankAccount: paymentMethod?.bankAccount ?? null,
      deliveryFrom: option?.deliveryFrom ?? null,
      deliveryTo: option?.deliveryTo ?? null,
    },
    discounts: checkout.discounts,
    isSignedIn: shopper?.email === email,
  }
}

/**
 * Returns the addresses of an order. Only a delivery has a shipping address. The billing address of an
 * order that the shopper collects is in the country of the store.
 */
async function getOrderAddresses(
  tx: Tx,
  { delivery }: Pick<StorefrontCheckout, 'delivery'>,
  fields: PlacedCheckout,
) {
  const { name, line1, line2, postalCode, city, region, country } = fields
  const address = { name, line1, line2, postalCode, city, region, country }
  if (delivery === 'shipping') return { shippingAddress: address, billingAddress: address }
  if (delivery === 'none') return { billingAddress: { name, country } }
  const [store] = await tx<{ country: string | null }[]>`
    select nullif(address ->> 'country', '') as country from business where id = current_business()`
  return { billingAddress: { name, country: store?.country ?? country } }
}

type NewFrozenOrder = {
  cartHash: Buffer
  businessId: string
  /** The units and discounts were taken when the shopper went to pay. */
  isHeld?: boolean
  /** A payment of the total. */
  providerPayment?: ProviderPayment | undefined
  /** Adds further records in the transaction of the order. */
  addRecords?: (id: string) => Promise<unknown>
}

/**
 * Creates the order of a checkout with its stock and the emails to the shopper and the store,
 * commits and returns its id.
 */
export async function createFrozenOrder(
  { tx, commitWith }: { tx: Tx; commitWith: CommitWith },
  { input, columns, discounts, isSignedIn = false, held }: FrozenOrder,
  { cartHash, businessId, isHeld = false, providerPayment, addRecords }: NewFrozenOrder,
): Promise<string> {
  if (!isHeld) await takeDiscounts(tx, discounts, input.customer?.email ?? '')
  const { _id } = await createOrder(
    { tx, abilities: [], commitWith: (_id, batch) => commitWith(batch) },
    {
      ...input,
      ...(held && { held: { ...held, hasUnits: isHeld } }),
      ...(providerPayment && { paidWith: 'card', providerPayment }),
    },
    {
      columns: { ...columns, cartHash },
      addRecords: id =>
        Promise.all([
          addRecords?.(id),
          addOrderDiscounts(tx, id, discounts),
          enqueueJobs(tx, [
            {
              task: 'order.mail',
              payload: {
                businessId,
                id,
                kind: 'received',
                ...(isSignedIn && { isSignedIn: 'true' }),
              },
              key: `order.mail ${id} received`,
            },
            { task: 'newOrder.mail', payload: { businessId, id }, key: `newOrder.mail ${id}` },
          ]),
        ]),
    },
  )
  return _id
}
