import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sum } from '#contract/lib/sum.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { type OrderChange, OrderSnapshot } from '#contract/order/order-change.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { taxApi } from '#contract/store/tax.ts'
import { createOrderTester, exampleAddress } from '../subject/order-testing.ts'
import type { Reply, TestApp } from '../testing.ts'
import { billSequenceOrder, makeStepCall, payOnline } from './sequence-call.ts'
import { toChange } from './sequence-change.ts'
import type { OrderSequence, SequenceStep } from './sequence-step.ts'
import { initialStock } from './sequence-stock.ts'

/** A store with one order, and the orders that follow it. */
export class SequenceStore {
  readonly variants: string[] = []
  /** The money that customers paid and that was not transferred from another order. */
  moneyIn = 0
  /** The accepted steps, for the message of a failure. */
  readonly accepted: string[] = []
  private readonly t: TestApp
  private readonly tester: ReturnType<typeof createOrderTester>

  private constructor(t: TestApp) {
    this.t = t
    this.tester = createOrderTester(t)
  }

  /** Creates an order of a cup and a book with different taxes, and of a file that is not shipped. */
  static async open(
    t: TestApp,
    currency: string,
    { taxIncluded, isDraft, quantities, prices, discount, shippingTotal, ...start }: OrderSequence,
  ): Promise<SequenceStore> {
    await t.resetPeople()
    const store = new SequenceStore(t)
    const { tester, variants } = store
    await t.inStore(
      tx => tx`
        update store set address = ${tx.json({ ...exampleAddress })}, timezone = 'UTC',
          currency = ${currency}, default_tax_rate = 19, tax_included = ${taxIncluded}`,
    )
    const taxClass = await t.call('owner', taxApi.create, {
      body: { name: 'Books', rates: [{ country: 'GB', rate: 7 }] },
    })
    for (const product of [
      { title: 'Cup', price: 1999 },
      { title: 'Book', price: 1070, taxClass: taxClass.body.data._id },
      { title: 'File', price: 333, requiresShipping: false },
    ])
      variants.push(
        (await tester.createProduct({ stock: initialStock, status: 'active', ...product })).variant,
      )
    await t.call('owner', shippingApi.create, {
      body: {
        name: 'Everywhere',
        destinations: [{ country: 'GB' }, { country: 'DE' }],
        rates: [
          {
            _id: crypto.randomUUID(),
            name: 'Standard',
            kind: 'flat',
            steps: [{ from: 0, price: 490 }],
          },
        ],
      },
    })
    const order = await tester.createOrderData({
      customer: { name: 'Ada Byron', email: 'ada@example.com' },
      lines: quantities.map((quantity, i) => ({
        variant: variants[i],
        quantity,
        unitPrice: prices[i],
        discount: Math.min(discount, quantity * (prices[i] ?? 0)),
      })),
      shippingTotal,
      isDraft,
    })
    if (!isDraft) await store.prepare(order, start)
    return store
  }

  /** Pays, bills and ships the order as far as its sequence begins with that. */
  private async prepare(
    { _id: id, total }: Order,
    {
      paidPermille,
      isPaidOnline,
      isFromShopper,
      isInvoiced,
      start,
    }: Pick<
      OrderSequence,
      'paidPermille' | 'isPaidOnline' | 'isFromShopper' | 'isInvoiced' | 'start'
    >,
  ): Promise<void> {
    const amount = Math.floor((total * paidPermille) / 1000)
    await this.pay(id, amount, isPaidOnline)
    if (isFromShopper) await this.t.inStore(tx => tx`update "order" set source = 'storefront'`)
    if (isInvoiced) await billSequenceOrder(this.t, id)
    if (start === 'pending') return
    await this.tester.updateStatus(id, 'shipped')
    if (start === 'delivered') await this.tester.updateStatus(id, 'delivered')
  }

  private async pay(id: string, amount: number, isOnline = false): Promise<Reply> {
    const { t } = this
    // A provider receives no payment without an amount.
    const reply =
      isOnline && amount > 0
        ? await payOnline(t, id, amount)
        : await t.call('owner', orderApi.addPayment, {
            params: { id },
            body: { amount, method: 'bank' },
          })
    if (reply.status < 300) this.moneyIn += amount
    return reply
  }

  /** Returns the order and those that follow it, also over several steps. */
  async listOrders(): Promise<Order[]> {
    const ids = await this.t.inStore(tx => tx<{ id: string }[]>`select id from "order" order by id`)
    return Promise.all(ids.map(({ id }) => this.tester.getOrder(id)))
  }

  /** Makes a step. @throws Error if a rejected step or a preview changed a row */
  async make(step: SequenceStep): Promise<void> {
    const orders = await this.listOrders()
    const order = (step.isFollowing && orders.at(-1)) || orders[0]
    if (!order) throw new Error('The store has no order.')
    const change = toChange(order, step, this.variants)
    if (change) return this.makeChange(order, change)
    const before = await this.hashRows()
    const unsold = await this.loadUnsold(order)
    const reply = await this.callStep(order, step)
    if (!reply) return
    if (reply.status >= 300) this.assertUnchanged(before, await this.hashRows(), reply)
    else {
      this.accepted.push(`${order.number} ${step.kind}`)
      const after = await this.tester.getOrder(order._id)
      assertDue(order, after, { kind: step.kind, unsold: (await this.loadUnsold(order)) - unsold })
    }
  }

  private async makeChange(order: Order, change: OrderChange): Promise<void> {
    const before = await this.hashRows()
    const unsold = await this.loadUnsold(order)
    const preview = await this.tester.previewChange(order, change)
    this.assertUnchanged(before, await this.hashRows(), preview)
    const reply = await this.tester.applyChange(order, change)
    if (reply.status !== preview.status)
      throw new Error(`${preview.status} in the preview, then ${reply.status}`)
    if (reply.status >= 300) this.assertUnchanged(before, await this.hashRows(), reply)
    else {
      this.accepted.push(`${order.number} ${JSON.stringify(change)}`)
      assertPreviewed(preview.body.data.order, reply.body.data)
      const kind = change.kind
      assertDue(order, reply.body.data, { kind, unsold: (await this.loadUnsold(order)) - unsold })
    }
  }

  /** Returns the price of unsold units that is not due. */
  private loadUnsold({ _id }: Order): Promise<number> {
    return this.t.inStore(async tx => {
      const [row] = await tx<{ unsold: number }[]>`
        select unsold_total::float8 as unsold from "order" where id = ${_id}`
      return row?.unsold ?? 0
    })
  }

  private callStep(order: Order, step: SequenceStep): Promise<Reply | undefined> {
    const { t, variants } = this
    const { kind, amount, hasAmount } = step
    const paid = hasAmount ? amount : Math.max(order.balance, 0)
    if (kind === 'pay') return this.pay(order._id, paid)
    if (kind === 'payOnline') return this.pay(order._id, paid, true)
    return makeStepCall({ t, order, step, variants })
  }

  private assertUnchanged(before: string, after: string, { status, body }: Reply): void {
    if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`)
    if (before !== after) throw new Error(`${status} ${body.code ?? ''} changed rows`)
  }

  /** Returns a hash of all rows of the store that belong to its orders. */
  private hashRows(): Promise<string> {
    return this.t.inStore(async tx => {
      const [row] = await tx.unsafe<{ hash: string }[]>(
        `select md5(string_agg(rows, '|')) as hash from (${hashedTables
          .map(
            table =>
              `select coalesce(string_agg(r::text, ',' order by r.id), '') as rows from "${table}" r`,
          )
          .join(' union all ')}) hashed`,
      )
      return createHash('sha1')
        .update(row?.hash ?? '')
        .digest('hex')
    })
  }
}

const hashedTables = [
  'order',
  'order_line',
  'payment',
  'payment_refund',
  'refund',
  'refund_line',
  'fulfillment',
  'order_return',
  'order_return_line',
  'order_event',
  'order_discount',
  'invoice',
  'variant',
  'stock_movement',
  'customer',
  'notification',
]

const closedStatuses: readonly Order['status'][] = ['cancelled', 'returned']

/**
 * Asserts that an edit changes the amount due by the change of the total without unsold units, and that only
 * edits and changes of the status increase it.
 */
function assertDue(
  before: Order,
  after: Order,
  { kind, unsold }: { kind: string; unsold: number },
): void {
  if ([before, after].some(({ status }) => closedStatuses.includes(status))) return
  const [due, total] = [after.balance - before.balance, after.total - before.total]
  if (kind === 'editItems' || kind === 'shopperEdit' || kind === 'address') {
    if (due !== total - unsold)
      throw new Error(`${due} more due after an edit by ${total} with ${unsold} unsold`)
  } else if (kind === 'refund' && before.balance >= 0 && after.balance < 0) {
    throw new Error(`${-after.balance} to be refunded after a refund`)
  } else if (kind !== 'changeStatus' && after.balance > Math.max(before.balance, 0))
    throw new Error(`${due} more due after ${kind}`)
}

function assertPreviewed(previewed: Order, applied: Order): void {
  const parse = (order: Order) => {
    const { lines, ...snapshot } = OrderSnapshot.parse(order)
    // New lines have other ids.
    return { ...snapshot, lines: lines.map(({ _id, ...line }) => line) }
  }
  const [expected, actual] = [parse(previewed), parse(applied)].map(order => ({
    ...order,
    fulfillments: order.fulfillments.map(({ number, status, lines }) => ({
      number,
      status,
      units: sum(lines.map(({ quantity }) => quantity)),
    })),
  }))
  if (!isDeepStrictEqual(expected, actual))
    throw new Error(
      `${JSON.stringify(actual)} differs from its preview ${JSON.stringify(expected)}`,
    )
}
