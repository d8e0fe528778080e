import { z } from 'zod'
import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'
import { createMacToken } from '../lib/security/mac-token.ts'
import type { HeldContent, StoredSale } from './sale.ts'

/**
 * `late`: the order of its sale cannot exist, or needs no money, so that it is to be refunded.
 * `mismatched`: another amount was paid, of which staff were notified.
 */
export type PaymentState =
  | 'opening'
  | 'open'
  | 'processing'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'late'
  | 'refunded'
  | 'mismatched'
export const finalPaymentStates: readonly PaymentState[] = [
  'paid',
  'failed',
  'expired',
  'late',
  'refunded',
  'mismatched',
]

/** A payment of a store. */
export type PaymentReference = { storeId: string; id: string }

/** A payment at a provider: of a sale, or of the open amount of an order. */
export type PaymentSession = {
  _id: string
  /** Null for a payment of an order. */
  saleId: string | null
  /** The order of the payment. Null while its sale has none. */
  orderId: string | null
  provider: PaymentProviderCode
  /** The ids of the provider. */
  sessionId: string | null
  paymentId: string | null
  url: string
  amount: number
  currency: string
  language: string
  state: PaymentState
  expiresAt: string
  email: string
  /** Whether its sale is held. */
  isHeld: boolean
  /** Of the store. */
  timezone: string
}
type PaymentSessionColumns = {
  saleId?: string
  orderId?: string
  provider: PaymentProviderCode
  amount: number
  currency: string
  language: string
  expiresAt: Date
  checkAt: Date
  sessionId?: string | null
  paymentId?: string | null
  url?: string
  state?: PaymentState
}
declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    payment_session: PaymentSessionColumns
  }
}

/** Providers accept an end in 30 minutes or later, counted from the request. */
const payMinutes = 33
/** A payment that was not opened by then belongs to a process that ended. */
const openingMinutes = 2

/** Returns the times of a new payment. */
export function getPaymentTimes() {
  const now = Date.now()
  return {
    expiresAt: new Date(now + payMinutes * 60_000),
    checkAt: new Date(now + openingMinutes * 60_000),
  }
}

export async function findPaymentSession(tx: Tx, id: string): Promise<PaymentSession | undefined> {
  const [row] = await tx<PaymentSession[]>`
    select s.id as "_id", s.sale_id, coalesce(s.order_id, a.order_id) as order_id, s.provider,
      s.session_id, s.payment_id, s.url, s.amount, s.currency, s.language, s.state, s.expires_at,
      coalesce(a.content #>> '{input,customer,email}', o.customer_email, '') as email,
      coalesce(a.state = 'held', false) as is_held,
      (select timezone from store where id = current_store()) as timezone
    from payment_session s
    left join sale a on a.store_id = s.store_id and a.id = s.sale_id
    left join "order" o on o.store_id = s.store_id and o.id = s.order_id
    where s.id = ${id}`
  return row
}

export const getPaymentSession = async (tx: Tx, id: string): Promise<PaymentSession> =>
  assertFound(await findPaymentSession(tx, id))

type SaleRow = Pick<StoredSale, '_id' | 'cartHash' | 'state'> & { content: HeldContent }

/** Locks a payment and its sale. Every change of their states waits here. */
export async function lockPayment(
  tx: Tx,
  id: string,
): Promise<{ session: PaymentSession; sale: StoredSale | undefined }> {
  await tx`select from payment_session where id = ${id} for update`
  const [row] = await tx<SaleRow[]>`
    select id as "_id", cart_hash, state, content from sale
    where id = (select sale_id from payment_session where id = ${id}) for update`
  const session = await getPaymentSession(tx, id)
  if (!row) return { session, sale: undefined }
  const { content, ...sale } = row
  return { session, sale: { ...content, ...sale } }
}

/** The token opens the page of one payment, without an account. */
const createPaymentToken = ({ keys }: Pick<App, 'keys'>, { storeId, id }: PaymentReference) =>
  createMacToken(keys.orderPage, `payment ${storeId} ${id}`)

/** Returns the path of the page from which a shopper goes to the provider and returns to. */
export const getPaymentPath = (app: Pick<App, 'keys'>, payment: PaymentReference) =>
  `/pay/${payment.id}/${createPaymentToken(app, payment)}`

const PaymentParams = z.object({ id: z.uuid(), token: z.string().max(100) })

/** Returns the id of the payment that a path opens, or undefined for a path of no payment. */
export function parsePaymentPath(
  app: Pick<App, 'keys'>,
  storeId: string,
  params: unknown,
): string | undefined {
  const { success, data } = PaymentParams.safeParse(params)
  if (!success) return undefined
  return isSameToken(createPaymentToken(app, { storeId, id: data.id }), data.token)
    ? data.id
    : undefined
}
