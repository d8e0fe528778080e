import { setTimeout as sleep } from 'node:timers/promises'
import { sum } from '#contract/lib/sum.ts'
import { type FakeWebhook, sendWebhook } from '../../server/testing/provider/fake-server.ts'
import {
  type FakeProviders,
  startFakeProviders,
} from '../../server/testing/provider/start-fake-providers.ts'
import { type FaultEnvironment, password } from './fault-environment.ts'
import type { ServerProcess } from './server-process.ts'
import { openStore, sendCall } from './shoppers.ts'
import { waitUntil } from './wait-until.ts'

export type Provider = 'stripe' | 'mollie'
export type PaymentRow = { id: string; sessionId: string | null; state: string; email: string }
const providerKeys: Record<Provider, string> = { stripe: 'rk_test_fake', mollie: 'test_fake' }
const webhookSecret = 'whsec_pasted'
const settledWithinMs = 60_000

/** The fake providers, connected with the store of the environment. */
export class PaymentLab {
  readonly environment: FaultEnvironment
  readonly fakes: FakeProviders
  readonly methods: Record<Provider, string>

  private constructor(
    environment: FaultEnvironment,
    fakes: FakeProviders,
    methods: Record<Provider, string>,
  ) {
    this.environment = environment
    this.fakes = fakes
    this.methods = methods
  }

  /** Calls `startServer` with the variables that lead a server to the fakes. */
  static async open(
    environment: FaultEnvironment,
    startServer: (env: Record<string, string>) => Promise<ServerProcess>,
  ): Promise<{ lab: PaymentLab; server: ServerProcess }> {
    const fakes = await startFakeProviders()
    const server = await startServer(fakes.env)
    await openStore(environment, server)
    fakes.stripe.pastedEndpoint = {
      url: `${server.url}/api/paymentWebhook/stripe/${environment.storeId}`,
      secret: webhookSecret,
    }
    for (const [provider, key] of Object.entries(providerKeys))
      await sendCall(environment, server, 'paymentAccount/connect', {
        body: { provider, key, webhookSecret, name: provider, password },
      })
    const rows = await environment.withSuperuserSql(
      sql => sql<{ kind: string; id: string }[]>`
        select kind, id from payment_method where store_id = ${environment.storeId}`,
    )
    const getMethod = (provider: Provider) => rows.find(({ kind }) => kind === provider)?.id ?? ''
    const methods = { stripe: getMethod('stripe'), mollie: getMethod('mollie') }
    return { lab: new PaymentLab(environment, fakes, methods), server }
  }

  /** Returns the payments of an email, or of all, the newest first. */
  listPayments = (email = ''): Promise<PaymentRow[]> =>
    this.environment.withSuperuserSql(
      sql => sql<PaymentRow[]>`
        select s.id, s.session_id as "sessionId", s.state,
          a.content #>> '{input,customer,email}' as email
        from payment_session s join sale a on a.id = s.sale_id
        where ${email} in ('', a.content #>> '{input,customer,email}')
        order by s.id desc`,
    )

  /** Returns the webhooks that the provider sends when a shopper pays. */
  pay(sessionId: string): FakeWebhook[] {
    const { stripe, mollie } = this.fakes
    return stripe.sessions.has(sessionId)
      ? stripe.pay(sessionId)
      : mollie.setStatus(sessionId, 'paid')
  }

  /** Returns the status, or undefined if the connection is lost. */
  deliver = ({ url }: ServerProcess, webhook: FakeWebhook): Promise<number | undefined> =>
    sendWebhook({ ...webhook, url: url + new URL(webhook.url).pathname }).catch(() => undefined)

  /** Starts the job that checks payments. All of them are due. */
  startChecks = () =>
    this.environment.withSuperuserSql(async sql => {
      await sql`
        update payment_session set check_at = now() - interval '1 second'
        where state in ('opening', 'open', 'processing', 'late')`
      await sql`select add_job('payment.check', '{}', 'payment.check')`
    })

  /** Repeats the checks until the condition holds. */
  async checkUntil(condition: () => Promise<boolean>): Promise<void> {
    const elapsedMs = await waitUntil(async () => {
      if (await condition()) return true
      await this.startChecks()
      await sleep(100)
      return condition()
    }, settledWithinMs)
    if (elapsedMs === undefined) throw new Error('The payments were not settled within a minute.')
  }

  /** No payment is open, and no email is waiting. */
  isSettled = () =>
    this.environment.withSuperuserSql(async sql => {
      const [row] = await sql<{ isSettled: boolean }[]>`
        select not exists (
            select from payment_session where state in ('opening', 'open', 'processing', 'late'))
          and not exists (
            select from graphile_worker.jobs where task_identifier like '%.mail') as "isSettled"`
      return row?.isSettled === true
    })

  /** Returns what a shopper has paid and received back at the providers, in minor units. */
  sumCharges(payments: readonly PaymentRow[]): { charged: number; refunded: number } {
    const { stripe, mollie } = this.fakes
    const isOwn = (returnUrl: string) => payments.some(({ id }) => returnUrl.includes(`/${id}/`))
    const toUnits = (amounts: { value: string }[]) =>
      amounts.map(({ value }) => Math.round(Number(value) * 100))
    const sessions = [...stripe.sessions.values()].filter(
      session => session.payment_status === 'paid' && isOwn(session.success_url),
    )
    const remotePayments = [...mollie.payments.values()].filter(
      payment => payment.status === 'paid' && isOwn(payment.redirectUrl),
    )
    const refunds = remotePayments.flatMap(payment => payment.refunds)
    return {
      charged: sum([
        ...sessions.map(({ amount_total }) => amount_total),
        ...toUnits(remotePayments.map(({ amount }) => amount)),
      ]),
      refunded: sum([
        ...sessions.map(session => stripe.getRefundedAmount(session.payment_intent ?? '')),
        ...toUnits(refunds.map(({ amount }) => amount)),
      ]),
    }
  }

  close = () => this.fakes.close()
}
