import type { OrderChange } from '#contract/order/order-change.ts'
import type { KilledServer } from './killed-server.ts'
import type { Provider } from './payment-lab.ts'
import type { RefundedPurchase } from './refunded-purchase.ts'
import {
  atCommit,
  atMail,
  atProvider,
  atReply,
  atStatement,
  type StopPoint,
} from './stop-points.ts'

type Act = (killed: KilledServer, purchase: RefundedPurchase) => Promise<unknown>
/** The effect of the action. */
export type RefundCounts = {
  /** Refunds by the provider, each with its credit note. */
  refunds: number
  followingOrders: number
  /** The change of the stock. */
  stock: number
  mails: number
}
export type RefundPhase = {
  check: string
  provider: Provider
  /** Whether the provider answers that the refund is made later. */
  isConfirmedLater?: boolean
  /** Leads a paid order to the phase. */
  prepare: Act[]
  act: Act
  stops: Record<string, StopPoint>
  /** What staff and the provider repeat after the restart, if anything. */
  repeat: Act[]
  /** The result, if nothing was repeated. */
  expected: RefundCounts
  expectedAfterRepeat?: RefundCounts
}

const toRefund = ({ line }: RefundedPurchase): OrderChange => ({
  kind: 'refund',
  lines: [{ line, quantity: 1, disposition: 'restock' }],
  shipping: 200,
  fee: 100,
  reason: 'returned',
})
const toExchange = ({ orderReturn, cheaperVariant }: RefundedPurchase): OrderChange => ({
  kind: 'exchangeReturn',
  return: orderReturn,
  lines: [{ variant: cheaperVariant, quantity: 1, unitPrice: null }],
})
const apply =
  (toChange: (purchase: RefundedPurchase) => OrderChange): Act =>
  (killed, purchase) =>
    purchase.apply(killed.process, toChange(purchase))
const refund = apply(toRefund)
const exchange = apply(toExchange)
const cancel = apply(() => ({
  kind: 'changeStatus',
  status: 'cancelled',
  reason: 'Asked to',
  refund: {},
}))
const receiveReturn: Act = (killed, purchase) => purchase.receiveReturn(killed.process)
const waitForProvider: Act = (_killed, purchase) => purchase.waitForProviderRefund()
const deliverConfirmation: Act = async (killed, purchase) => {
  const webhooks = purchase.confirmRefund()
  await Promise.all(webhooks.map(webhook => killed.lab.deliver(killed.process, webhook)))
}

const none = { refunds: 0, followingOrders: 0, stock: 0, mails: 0 }
const refunded = { refunds: 1, followingOrders: 0, stock: 1, mails: 2 }
const confirmed = { ...refunded, stock: 0 }
const exchanged = { refunds: 1, followingOrders: 1, stock: -1, mails: 4 }
const canceled = { refunds: 1, followingOrders: 0, stock: 2, mails: 3 }
const isRefunded = 'new.refunded_total > old.refunded_total'

export const refundPhases: readonly RefundPhase[] = [
  {
    check: 'kill -9 between the steps of a request for a refund',
    provider: 'stripe',
    prepare: [],
    act: refund,
    stops: {
      'units restocked': atStatement('variant', 'update'),
      'units removed': atStatement('order_line', 'update'),
      'refund stored': atStatement('refund', 'insert'),
      'lines stored': atStatement('refund_line', 'insert'),
      'provider chosen': atStatement('payment_refund', 'insert'),
      'order updated': atStatement('"order"', 'update'),
      'timeline written': atStatement('order_event', 'insert'),
      'commit sent': atCommit('payment_refund', 'insert'),
    },
    repeat: [refund],
    expected: none,
    expectedAfterRepeat: refunded,
  },
  {
    check: 'kill -9 between the steps of a refund by the provider',
    provider: 'stripe',
    prepare: [],
    act: refund,
    stops: {
      'refund due': atProvider('before', 'POST', /refunds$/),
      'money returned': atProvider('after', 'POST', /refunds$/),
      'state stored': atStatement('payment_refund', 'update', "new.state = 'succeeded'"),
      'money recorded': atStatement('payment', 'insert'),
      'order updated': atStatement('"order"', 'update', isRefunded),
      'timeline written': atStatement('order_event', 'insert', "new.type = 'refunded'"),
      'credit note stored': atStatement('invoice', 'insert'),
      'credit note numbered': atStatement('invoice_series', 'update'),
      'invoice credited': atStatement(
        'invoice',
        'update',
        'new.credited_total > old.credited_total',
      ),
      'commit sent': atCommit('payment', 'insert'),
      'email queued': atMail,
    },
    repeat: [refund],
    expected: refunded,
  },
  {
    check: 'kill -9 between the steps of a confirmation by the provider',
    provider: 'mollie',
    isConfirmedLater: true,
    prepare: [refund, waitForProvider],
    act: deliverConfirmation,
    stops: {
      'webhook received': atProvider('before', 'GET', /payments\//),
      'state loaded': atProvider('after', 'GET', /payments\//),
      'state stored': atStatement('payment_refund', 'update', "new.state = 'succeeded'"),
      'money recorded': atStatement('payment', 'insert'),
      'credit note stored': atStatement('invoice', 'insert'),
      'commit sent': atCommit('payment', 'insert'),
      'webhook answered': atReply,
      'email queued': atMail,
    },
    repeat: [deliverConfirmation, deliverConfirmation],
    expected: confirmed,
  },
  {
    check: 'kill -9 between the steps of an exchange',
    provider: 'stripe',
    prepare: [receiveReturn],
    act: exchange,
    stops: {
      'units taken': atStatement('variant', 'update'),
      'order created': atStatement('"order"', 'insert'),
      'lines created': atStatement('order_line', 'insert'),
      'refund stored': atStatement('refund', 'insert'),
      'return settled': atStatement('order_return', 'update'),
      'provider chosen': atStatement('payment_refund', 'insert'),
      'money transferred': atStatement('payment', 'insert', "new.kind = 'refund'"),
      'credit recorded': atStatement('payment', 'insert', "new.kind = 'payment'"),
      'timeline written': atStatement('order_event', 'insert', "new.type = 'return_exchanged'"),
      'commit sent': atCommit('payment_refund', 'insert'),
    },
    repeat: [exchange],
    expected: none,
    expectedAfterRepeat: exchanged,
  },
  {
    check: 'kill -9 between the steps of the refund of an exchange',
    provider: 'stripe',
    prepare: [receiveReturn],
    act: exchange,
    stops: {
      'refund due': atProvider('before', 'POST', /refunds$/),
      'money returned': atProvider('after', 'POST', /refunds$/),
      'money recorded': atStatement('payment', 'insert', "new.provider <> ''"),
      'credit note stored': atStatement('invoice', 'insert'),
    },
    repeat: [exchange],
    expected: exchanged,
  },
  {
    check: 'kill -9 between the steps of a cancellation',
    provider: 'stripe',
    prepare: [],
    act: cancel,
    stops: {
      'units returned': atStatement('variant', 'update'),
      'refund stored': atStatement('refund', 'insert'),
      'provider chosen': atStatement('payment_refund', 'insert'),
      'order canceled': atStatement('"order"', 'update'),
      'commit sent': atCommit('payment_refund', 'insert'),
    },
    repeat: [cancel],
    expected: none,
    expectedAfterRepeat: canceled,
  },
]
