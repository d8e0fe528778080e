import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { paymentProviders } from '#contract/payment/payment-account.ts'
import {
  CheckoutEntries,
  type CheckoutFields,
  type PlacedCheckout,
} from '#contract/storefront/storefront-checkout.ts'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { encryptSecret } from '../lib/security/encrypt-secret.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { runAsReleased } from '../sale/cancel-payment.ts'
import { findHeldPayment } from '../sale/hold-sale.ts'
import { startPayment } from '../sale/open-payment.ts'
import { getOrderPath } from '../sale/order-link.ts'
import { clearCartCookies, readCartCookies } from '../storefront/form/cart-cookie.ts'
import { type RejectedForm, serveForm } from '../storefront/form/serve-form.ts'
import { findSignedInShopper } from '../storefront/form/signed-in-shopper.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { readStore } from '../storefront/page/read-store.ts'
import { renderStorePage, type Storefront, sendPrivatePage } from '../storefront/page/serve-page.ts'
import { readEntries, storeEntries } from './cart-entries.ts'
import { addEntryErrors } from './check-entries.ts'
import { type CheckoutCart, loadCheckout, type PricedCheckout } from './load-checkout.ts'
import { placeOrder } from './place-order.ts'
import { applySavedAddress, describeSavedAddresses } from './saved-addresses.ts'

const { path } = storefrontForms.checkout
const cartPath = storefrontForms.cart.path

/** Serves the checkout, which turns a cart into an order. */
export function serveCheckout(storefront: Storefront) {
  const { app, server } = storefront
  server.get(path, async (request, reply) => {
    const { page, checkout } = await renderCheckout(storefront, {
      host: request.storefrontHost,
      request,
      state: emptyFormState,
      status: 200,
    })
    return checkout
      ? sendPrivatePage(request, reply.header('x-robots-tag', 'noindex'), page)
      : reply.header('cache-control', 'no-store').redirect(cartPath, 303)
  })
  serveForm(storefront, storefrontForms.checkout, {
    handle: ({ fields, ...submission }) => submitCheckout(app, submission, fields),
    render: async rejected => (await renderCheckout(storefront, rejected)).page,
  })
}

type Submission = { host: StorefrontHost; request: FastifyRequest; reply: FastifyReply }

/** Stores the entries of a checkout, or places its order, and returns the path of the next page. */
async function submitCheckout(
  app: App,
  submission: Submission,
  fields: CheckoutFields,
): Promise<string> {
  const { token } = readCartCookies(submission.request)
  if (token === undefined) return cartPath
  if (fields.intent === 'place') return pay(app, submission, { token, fields })
  const { host, request } = submission
  const shopper = await findSignedInShopper(app, request)
  const { intent: _, ...entries } = applySavedAddress(fields, shopper)
  await readStore(app, host, async tx => {
    await storeEntries(tx, token, entries)
    await storeReminderConsent(app, tx, { token, host, isWanted: entries.remind === 'on' })
  })
  return path
}

type PaidCart = { token: string; fields: PlacedCheckout }

/** Returns the path of the order, or of the page that leads to the provider. */
async function pay(
  app: App,
  { host, request, reply }: Submission,
  { token, fields }: PaidCart,
): Promise<string> {
  const shopper = await findSignedInShopper(app, request)
  const { storeId, language } = host
  const placement = await placeOrder(app, {
    storeId,
    requestId: request.id,
    language,
    cart: { token, shopper },
    fields: applySavedAddress(fields, shopper),
  })
  if (placement === undefined) return cartPath
  // The cart remains until it is paid.
  if (placement.kind === 'payment') return startPayment(app, host, placement.id)
  clearCartCookies(reply)
  return getOrderPath(app, { storeId, ...placement.order })
}

type ReminderConsent = { token: string; host: StorefrontHost; isWanted: boolean }

/** Stores or withdraws the consent to one email about a cart, from which a link opens the cart. */
const storeReminderConsent = (
  { keys }: Pick<App, 'keys'>,
  tx: Tx,
  { token, host: { storeId, language }, isWanted }: ReminderConsent,
) => tx`
  select set_cart_reminder(
    ${hashToken(token)}, ${isWanted}, ${encryptSecret(keys.cartReminder, storeId, token)}, ${language})`

/**
 * Renders the form with what the shopper sent, otherwise with what the cart has stored, otherwise with
 * the last address of a shopper who is signed in.
 */
async function renderCheckout(
  storefront: Storefront,
  { host, request, state, status }: RejectedForm,
) {
  const { token } = readCartCookies(request)
  const shopper = await findSignedInShopper(storefront.app, request)
  const cart = token === undefined ? undefined : { token, shopper }
  const isSent = Object.keys(state.values).length > 0
  const sentEntries = applySavedAddress(parseEntries(state.values), shopper)
  let checkout =
    isSent && cart
      ? await loadHeldCheckout(storefront.app, host.storeId, cart, sentEntries)
      : undefined
  const page = await renderStorePage(storefront, host, async ({ tx }) => {
    const loadedEntries =
      isSent || !cart ? sentEntries : loadEntries(tx, { token: cart.token, shopper, request })
    if (cart) checkout ??= await loadCheckout(tx, cart, loadedEntries)
    const entries = await loadedEntries
    const sentState = checkout ? addEntryErrors(state, checkout, entries) : state
    return {
      content: {
        kind: 'checkout',
        checkout: checkout
          ? {
              ...checkout,
              ...describeSavedAddresses(shopper, { entries, countries: checkout.countries }),
            }
          : null,
        form: isSent ? sentState : { ...state, values: toValues(entries) },
      },
      head: { title: '', description: '', canonicalPath: path },
      status,
    }
  })
  return { page, checkout }
}

type ShownCart = CheckoutCart & { request: FastifyRequest }

/** Returns the entries of a form that was not sent. */
async function loadEntries(
  tx: Tx,
  { token, shopper, request }: ShownCart,
): Promise<CheckoutEntries> {
  const [storedEntries, onlinePayment] = await Promise.all([
    readEntries(tx, token),
    isExpress(request) ? findOnlinePayment(tx) : undefined,
  ])
  return { ...shopper?.entries, ...storedEntries, ...onlinePayment }
}

/** Returns the checkout of a cart whose shopper is paying: its units and discounts are held for it. */
async function loadHeldCheckout(
  app: App,
  storeId: string,
  cart: CheckoutCart,
  entries: CheckoutEntries,
): Promise<PricedCheckout | undefined> {
  const heldPayment = await withStoreTransaction(app.db, storeId, tx =>
    findHeldPayment(tx, hashToken(cart.token)),
  )
  if (!heldPayment) return undefined
  const payment = { storeId, id: heldPayment.paymentId }
  return runAsReleased(app, payment, tx => loadCheckout(tx, cart, entries))
}

const CheckoutQuery = z.object({ pay: z.literal('online') })
const isExpress = ({ method, query }: FastifyRequest) =>
  method === 'GET' && CheckoutQuery.safeParse(query).success

/** Returns the first online payment method. */
async function findOnlinePayment(tx: Tx): Promise<{ payment: string } | undefined> {
  const [row] = await tx<{ payment: string }[]>`
    select id as payment from payment_method
    where enabled and kind = any (${[...paymentProviders]})
    order by position, id limit 1`
  return row
}

/** Returns the valid entries of a form that was rejected. */
const parseEntries = (values: Record<string, string>): CheckoutEntries =>
  Object.fromEntries(
    Object.entries(CheckoutEntries.shape).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(values[name])
      return success && data !== undefined ? [[name, data]] : []
    }),
  )

const toValues = (entries: CheckoutEntries): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))
