import type { FakeWebhook } from '../../server/testing/provider/fake-server.ts'
import type { PaymentLab, Provider } from './payment-lab.ts'
import type { ServerProcess } from './server-process.ts'
import { place, type Shopper, setStock, type TestProduct } from './shoppers.ts'
import {
  atCommit,
  atMail,
  atProvider,
  atReply,
  atStatement,
  type StopPoint,
} from './stop-points.ts'

/** A shopper who buys the only unit of a product with a discount that can be used once. */
export type Purchase = {
  email: string
  product: TestProduct
  shopper: Shopper
  webhooks: FakeWebhook[]
}
type Act = (
  store: { lab: PaymentLab; server: ServerProcess },
  purchase: Purchase,
) => Promise<unknown>
export type Phase = {
  check: string
  provider: Provider
  /** Leads a new purchase to the phase. */
  prepare: Act[]
  act: Act
  stops: Record<string, StopPoint>
  /** The requests that the shopper and the provider send after the restart, if anything. */
  repeat: Act[]
  /** The orders and refunds, if nothing was repeated. */
  expected: Counts
  expectedAfterRepeat?: Counts
}
export type Counts = { orders: number; refunds: number }

const placeOrder: Act = ({ server }, { shopper }) => place(server, shopper)
const pay: Act = async ({ lab }, purchase) => {
  const [payment] = await lab.listPayments(purchase.email)
  purchase.webhooks = lab.pay(payment?.sessionId ?? '')
}
const deliver: Act = ({ lab, server }, { webhooks }) =>
  Promise.all(webhooks.map(webhook => lab.deliver(server, webhook)))
const startChecks: Act = ({ lab }) => lab.startChecks()
/** Payments of this provider can be paid after the release of the sale. */
const waitForRelease: Act = ({ lab }, { email }) =>
  lab.checkUntil(() =>
    lab.environment.withSuperuserSql(async sql => {
      const [row] = await sql<{ state: string }[]>`
        select state from sale where content #>> '{input,customer,email}' = ${email}`
      return row?.state === 'late'
    }),
  )
const sellOut: Act = ({ lab, server }, { product }) =>
  setStock(lab.environment, server, { ...product, units: 0 })
const payLate = [placeOrder, waitForRelease, sellOut, pay]

export const phases: readonly Phase[] = [
  {
    check: 'kill -9 between the steps of placing',
    provider: 'stripe',
    prepare: [],
    act: placeOrder,
    stops: {
      'discount taken': atStatement('discount', 'update'),
      'units taken': atStatement('variant', 'update'),
      'sale stored': atStatement('sale', 'insert'),
      'payment stored': atStatement('payment_session', 'insert'),
      'commit sent': atCommit('payment_session', 'insert'),
      'units held': atProvider('before', 'POST', /sessions$/),
      'session opened': atProvider('after', 'POST', /sessions$/),
      'page stored': atStatement('payment_session', 'update'),
      'page committed': atCommit('payment_session', 'update'),
      'shopper redirected': atReply,
    },
    repeat: [placeOrder, pay, deliver],
    expected: { orders: 0, refunds: 0 },
    expectedAfterRepeat: { orders: 1, refunds: 0 },
  },
  {
    check: 'kill -9 between the steps of settling',
    provider: 'stripe',
    prepare: [placeOrder, pay],
    act: deliver,
    stops: {
      'webhook received': atProvider('before', 'GET', /sessions\//),
      'state loaded': atProvider('after', 'GET', /sessions\//),
      'order created': atStatement('"order"', 'insert'),
      'lines created': atStatement('order_line', 'insert'),
      'sale paid': atStatement('sale', 'update'),
      'payment settled': atStatement('payment_session', 'update'),
      'cart deleted': atStatement('cart', 'delete'),
      'discount stored': atStatement('order_discount', 'insert'),
      'money recorded': atStatement('payment', 'insert'),
      'commit sent': atCommit('payment', 'insert'),
      'email queued': atMail,
      'webhook answered': atReply,
    },
    repeat: [deliver],
    expected: { orders: 1, refunds: 0 },
  },
  {
    check: 'kill -9 between paying and the webhook',
    provider: 'stripe',
    prepare: [placeOrder],
    act: pay,
    stops: { paid: atReply },
    repeat: [deliver, deliver],
    expected: { orders: 1, refunds: 0 },
  },
  {
    check: 'kill -9 between the steps of releasing',
    provider: 'stripe',
    prepare: [placeOrder],
    act: startChecks,
    stops: {
      'check due': atProvider('before', 'POST', /expire$/),
      'session expired': atProvider('after', 'POST', /expire$/),
      'payment ended': atStatement('payment_session', 'update', "new.state = 'expired'"),
      'discount returned': atStatement('discount', 'update'),
      'units returned': atStatement('variant', 'update'),
      'sale released': atStatement('sale', 'update'),
      'commit sent': atCommit('sale', 'update'),
    },
    repeat: [],
    expected: { orders: 0, refunds: 0 },
  },
  {
    check: 'kill -9 between the steps of a late payment',
    provider: 'mollie',
    prepare: payLate,
    act: deliver,
    stops: {
      'webhook received': atProvider('after', 'GET', /payments\//),
      'lateness stored': atStatement('payment_session', 'update', "new.state = 'late'"),
      'commit sent': atCommit('payment_session', 'update'),
      'webhook answered': atReply,
    },
    repeat: [deliver],
    expected: { orders: 0, refunds: 1 },
  },
  {
    check: 'kill -9 between the steps of its refund',
    provider: 'mollie',
    prepare: [...payLate, deliver],
    act: startChecks,
    stops: {
      'refund due': atProvider('before', 'POST', /refunds$/),
      'money refunded': atProvider('after', 'POST', /refunds$/),
      'refund stored': atStatement('payment_session', 'update', "new.state = 'refunded'"),
      'commit sent': atCommit('notification', 'insert'),
      'email queued': atMail,
    },
    repeat: [deliver],
    expected: { orders: 0, refunds: 1 },
  },
]
