import { z } from 'zod'
import { testAddress } from '../../server/testing/subject/test-address.ts'
import { type FaultEnvironment, password } from './fault-environment.ts'
import type { ServerProcess } from './server-process.ts'
import { type StoreReply, visitStore } from './visit-store.ts'

const CreatedProduct = z.object({
  data: z.object({ _id: z.string(), variants: z.array(z.object({ _id: z.string() })) }),
})

export type TestProduct = { product: string; variant: string }
/** The cart of a shopper with the filled form of its checkout. */
export type Shopper = { cookie: string; fields: Record<string, string> }

/** Sends a call of the back office as the store's owner. */
export async function sendCall(
  environment: FaultEnvironment,
  { url }: ServerProcess,
  call: string,
  { method = 'POST', body }: { method?: string; body: object },
): Promise<unknown> {
  const reply = await fetch(`${url}/api/${call}`, {
    method,
    headers: await environment.createHeaders(),
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${call} returned ${reply.status}: ${await reply.text()}`)
  return reply.json()
}

/** Launches the store with a payment method and a shipping rate, unless a scenario did so before. */
export async function openStore(environment: FaultEnvironment, server: ServerProcess) {
  const methods = await environment.withSuperuserSql(async sql => {
    await sql`update store set status = 'live'`
    return sql`select from payment_method where store_id = ${environment.storeId}`
  })
  if (methods.length > 0) return
  await sendCall(environment, server, 'paymentMethod/create', {
    body: { kind: 'bank_transfer', name: 'Bank transfer', password },
  })
  const rate = { name: 'Standard', kind: 'flat', steps: [{ from: 0, price: 490 }] }
  await sendCall(environment, server, 'shipping/create', {
    body: {
      name: 'Checkout',
      destinations: [{ country: testAddress.country }],
      rates: [{ _id: crypto.randomUUID(), ...rate }],
    },
  })
}

export async function createSoldProduct(
  environment: FaultEnvironment,
  server: ServerProcess,
  stock: number,
): Promise<TestProduct> {
  const reply = await sendCall(environment, server, 'product/create', {
    body: { title: 'Last lamp', status: 'active', price: 4900, stock },
  })
  const { _id, variants } = CreatedProduct.parse(reply).data
  return { product: _id, variant: variants[0]?._id ?? '' }
}

export const setStock = (
  environment: FaultEnvironment,
  server: ServerProcess,
  { product, units }: { product: string; units: number },
) =>
  sendCall(environment, server, `product/update/${product}`, {
    method: 'PATCH',
    body: { stock: units },
  })

/** Adds a unit to a new cart and reads the form of the checkout. */
export async function fillCart(
  { port }: ServerProcess,
  variant: string,
  changes: Record<string, string> = {},
): Promise<Shopper> {
  const added = await visitStore(port, { path: '/cart', fields: { intent: 'add', variant } })
  const cookie = added.cookies.join('; ')
  const entries = { ...testAddress, ...changes }
  await visitStore(port, { path: '/checkout', cookie, fields: { intent: 'quote', ...entries } })
  const { body } = await visitStore(port, { path: '/checkout', cookie })
  const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  return {
    cookie,
    fields: {
      intent: 'place',
      shipping: read(/name="shipping"[^>]*value="([^"]*)"/),
      payment: read(/name="payment"[^>]*value="([^"]*)"/),
      total: read(/name="total" value="([^"]*)"/),
      ...entries,
    },
  }
}

/** Sends the form of the checkout. Returns undefined if the connection is lost before the reply. */
export const place = (
  { port }: ServerProcess,
  { cookie, fields }: Shopper,
): Promise<StoreReply | undefined> =>
  visitStore(port, { path: '/checkout', cookie, fields }).catch(() => undefined)
