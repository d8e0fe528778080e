import { z } from 'zod'
import type { OrderChange } from '#contract/order/order-change.ts'
import type { FakeWebhook } from '../../server/testing/provider/fake-server.ts'
import { testAddress } from '../../server/testing/subject/test-address.ts'
import type { KilledServer } from './killed-server.ts'
import type { Provider } from './payment-lab.ts'
import { createProviderPayment, openPaymentSession } from './provider-payment.ts'
import type { ServerProcess } from './server-process.ts'
import { createSoldProduct, sendCall } from './shoppers.ts'
import { waitUntil } from './wait-until.ts'

const Created = z.object({ data: z.object({ _id: z.string() }) })
const OrderReply = z.object({
  data: z.object({
    _id: z.string(),
    version: z.int(),
    total: z.int(),
    currency: z.string(),
    lines: z.array(z.object({ _id: z.string() })),
    returns: z.array(z.object({ _id: z.string() })).default([]),
  }),
})
type CreatedOrder = z.infer<typeof OrderReply>['data']
/** What the database, the provider and the mail server contain about an order and those that follow it. */
export type PurchaseState = {
  orders: number
  /** The amount paid and not refunded. */
  kept: number
  refunds: number
  refundedAmount: number
  /** Refunds by the provider, by their state. */
  providerRefunds: { state: string; amount: number }[]
  creditNotes: number
  creditedAmount: number
  stock: number
  waitingJobs: number
}
const limitMs = 30_000

/** An order of two units that was paid online and billed. */
export class RefundedPurchase {
  readonly email: string
  readonly order: string
  readonly line: string
  readonly variant: string
  readonly cheaperVariant: string
  /** The return of one unit, once it was received. */
  orderReturn = ''
  readonly sessionId: string
  private readonly killed: KilledServer
  private readonly requests = new Map<OrderChange['kind'], { key: string; body: string }>()

  private constructor(
    killed: KilledServer,
    email: string,
    {
      order,
      sessionId,
      variants,
    }: { order: CreatedOrder; sessionId: string; variants: [string, string] },
  ) {
    this.killed = killed
    this.email = email
    this.order = order._id
    this.line = order.lines[0]?._id ?? ''
    this.sessionId = sessionId
    ;[this.variant, this.cheaperVariant] = variants
  }

  static async create(killed: KilledServer, provider: Provider): Promise<RefundedPurchase> {
    const { lab, process } = killed
    const { environment } = lab
    const email = `refunded-${crypto.randomUUID()}@example.com`
    const { variant } = await createSoldProduct(environment, process, 5)
    const cheaper = await createSoldProduct(environment, process, 5)
    await sendCall(environment, process, `product/update/${cheaper.product}`, {
      method: 'PATCH',
      body: { price: 1900 },
    })
    const { email: _, ...shippingAddress } = testAddress
    const reply = await sendCall(environment, process, 'order/create', {
      body: {
        customer: { name: testAddress.name, email },
        lines: [{ variant, quantity: 2, unitPrice: 4900, discount: 101 }],
        shippingAddress,
        shippingTotal: 490,
      },
    })
    const order = OrderReply.parse(reply).data
    // Orders without a link send no emails.
    await sendCall(environment, process, `order/sendPaymentLink/${order._id}`, {
      body: { sendEmail: false },
    })
    const sessionId = await createProviderPayment(lab, provider, order)
    await openPaymentSession(environment, { provider, sessionId, order })
    const purchase = new RefundedPurchase(killed, email, {
      order,
      sessionId,
      variants: [variant, cheaper.variant],
    })
    for (const webhook of lab.pay(sessionId)) await lab.deliver(process, webhook)
    await purchase.waitFor(({ kept }) => kept === order.total)
    await purchase.issueInvoice(process)
    return purchase
  }

  /** Sends a change of the order. A repetition sends the same request again. */
  async apply(server: ServerProcess, change: OrderChange): Promise<void> {
    const request = this.requests.get(change.kind) ?? {
      key: crypto.randomUUID(),
      body: JSON.stringify({ version: await this.loadVersion(), change }),
    }
    this.requests.set(change.kind, request)
    const reply = await fetch(`${server.url}/api/order/applyChange/${this.order}`, {
      method: 'POST',
      headers: {
        ...(await this.killed.lab.environment.createHeaders()),
        'idempotency-key': request.key,
      },
      body: request.body,
    })
    if (!reply.ok) throw new Error(`${change.kind} returned ${reply.status}: ${await reply.text()}`)
    const { returns } = OrderReply.parse(await reply.json()).data
    this.orderReturn ||= returns[0]?._id ?? ''
  }

  /** Delivers the order, and receives one of its units back. */
  async receiveReturn(server: ServerProcess): Promise<void> {
    const { line } = this
    for (const status of ['shipped', 'delivered'])
      await sendCall(this.killed.lab.environment, server, `order/updateStatus/${this.order}`, {
        method: 'PATCH',
        body: { status },
      })
    await this.apply(server, {
      kind: 'createReturn',
      status: 'accepted',
      lines: [{ line, quantity: 1, reason: 'wrong_size' }],
      wish: 'exchange',
    })
    await this.apply(server, {
      kind: 'receiveReturn',
      return: this.orderReturn,
      lines: [{ line, quantity: 1, condition: 'good', isRestocked: true }],
    })
  }

  private async loadVersion(): Promise<number> {
    const { environment } = this.killed.lab
    const [row] = await environment.withSuperuserSql(
      sql => sql<{ version: number }[]>`select version from "order" where id = ${this.order}`,
    )
    return row?.version ?? 0
  }

  private async issueInvoice(server: ServerProcess): Promise<void> {
    const { environment } = this.killed.lab
    const reply = await sendCall(environment, server, 'apps/invoice/create', {
      body: { order: this.order },
    })
    const { _id: id } = Created.parse(reply).data
    await sendCall(environment, server, `apps/invoice/issue/${id}`, { body: {} })
  }

  /** Waits until the provider has answered the request, so that its confirmation is known. */
  waitForProviderRefund = () =>
    this.waitFor(({ providerRefunds, waitingJobs }) => {
      const [refund] = providerRefunds
      return refund?.state === 'pending' && waitingJobs === 0
    })

  /** The provider makes the refund. Returns its webhooks. */
  confirmRefund(): FakeWebhook[] {
    const { mollie } = this.killed.lab.fakes
    const [refund] = mollie.payments.get(this.sessionId)?.refunds ?? []
    return mollie.finishRefund(this.sessionId, refund?.id ?? '', 'refunded')
  }

  /** Returns what the provider has received and returned, in minor units. */
  listProviderRefunds(): { charged: number; refunds: number[] } {
    const { stripe, mollie } = this.killed.lab.fakes
    const toUnits = ({ value }: { value: string }) => Math.round(Number(value) * 100)
    const payment = mollie.payments.get(this.sessionId)
    if (payment)
      return {
        charged: toUnits(payment.amount),
        refunds: payment.refunds.map(({ amount }) => toUnits(amount)),
      }
    const session = stripe.sessions.get(this.sessionId)
    const refunds = [...stripe.refunds.values()].filter(
      ({ payment_intent }) => payment_intent === session?.payment_intent,
    )
    return { charged: session?.amount_total ?? 0, refunds: refunds.map(({ amount }) => amount) }
  }

  /** Waits until the state is as expected. @throws Error with the state after 30 seconds */
  async waitFor(isExpected: (state: PurchaseState) => boolean): Promise<void> {
    const elapsedMs = await waitUntil(async () => isExpected(await this.loadState()), limitMs)
    if (elapsedMs === undefined)
      throw new Error(`Still ${JSON.stringify(await this.loadState())} after 30 seconds`)
  }

  async loadState(): Promise<PurchaseState> {
    const { variant, cheaperVariant, email } = this
    const [row] = await this.killed.lab.environment.withSuperuserSql(
      sql => sql<PurchaseState[]>`
        with orders as (
          select id, created_at, paid_total, refunded_total from "order" where customer_email = ${email})
        select count(*)::integer as orders,
          coalesce(sum(paid_total - refunded_total), 0)::integer as kept,
          (select count(*)::integer from refund where order_id in (select id from orders)) as refunds,
          (select coalesce(sum(amount), 0)::integer from refund
            where order_id in (select id from orders)) as "refundedAmount",
          (select coalesce(json_agg(json_build_object('state', state, 'amount', amount)), '[]')
            from payment_refund where order_id in (select id from orders)) as "providerRefunds",
          (select count(*)::integer from invoice
            where kind = 'credit_note' and number is not null
              and order_id in (select id from orders)) as "creditNotes",
          (select coalesce(sum(total), 0)::integer from invoice
            where kind = 'credit_note' and number is not null
              and order_id in (select id from orders)) as "creditedAmount",
          (select sum(stock)::integer from variant
            where id in (${variant}, ${cheaperVariant})) as stock,
          (select count(*)::integer from graphile_worker.jobs
            where (task_identifier like '%.mail'
                or task_identifier in ('payment.sendRefund', 'payment.refund'))
              -- Other scenarios can leave jobs that are retried for hours.
              and created_at >= (select min(created_at) from orders)) as "waitingJobs"
        from orders`,
    )
    if (!row) throw new Error('The order is missing.')
    return row
  }
}
