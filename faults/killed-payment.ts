import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { KilledServer } from './lab/killed-server.ts'
import type { PaymentLab, Provider } from './lab/payment-lab.ts'
import { type Counts, type Phase, type Purchase, phases } from './lab/payment-phases.ts'
import type { ServerProcess } from './lab/server-process.ts'
import { createSoldProduct, fillCart, sendCall } from './lab/shoppers.ts'
import type { StopPoint } from './lab/stop-points.ts'

/**
 * Kills the server after each step of an order that is paid online, in two ways: only the jobs
 * continue, or the shopper and the provider also repeat the requests without a reply.
 */
export async function killServerDuringPayments(
  environment: FaultEnvironment,
): Promise<FaultFinding[]> {
  await environment.stopPair()
  const killed = await KilledServer.start(environment)
  const run = new KilledPayment(killed)
  try {
    const findings: FaultFinding[] = []
    for (const phase of phases) findings.push(await run.killDuring(phase))
    return [...findings, toInvariantFinding(run.violations, killed.killCount)]
  } finally {
    await killed.close()
  }
}

/** A kill, and what happens afterwards. */
type Kill = { stop: string; stopPoint: StopPoint; isRepeated: boolean }

class KilledPayment {
  readonly violations: string[] = []
  readonly killed: KilledServer
  readonly lab: PaymentLab

  constructor(killed: KilledServer) {
    this.killed = killed
    this.lab = killed.lab
  }

  get server(): ServerProcess {
    return this.killed.process
  }

  async killDuring(phase: Phase): Promise<FaultFinding> {
    const kills = Object.entries(phase.stops).flatMap(([stop, stopPoint]) =>
      [false, true].map((isRepeated): Kill => ({ stop, stopPoint, isRepeated })),
    )
    const failures: string[] = []
    for (const kill of kills) {
      const name = `${kill.stop}${kill.isRepeated ? ', repeated' : ''}`
      const failure = await this.killAt(phase, kill).catch(error => `${error}`)
      if (failure) failures.push(`${name}: ${failure}`)
      const violations = await listViolations(this.lab.environment)
      this.violations.push(...violations.map(violation => `${name}: ${violation}`))
    }
    return {
      check: phase.check,
      sampleCount: kills.length,
      result: failures.join('; ') || `${Object.keys(phase.stops).length} steps, nothing lost`,
      hasPassed: failures.length === 0,
    }
  }

  /** Returns the problems after the kill, or an empty text. */
  private async killAt(phase: Phase, { stopPoint, isRepeated }: Kill): Promise<string> {
    const purchase = await this.startPurchase(phase.provider)
    this.lab.fakes.mollie.isCancelable = phase.provider === 'stripe'
    for (const act of phase.prepare) await act(this, purchase)
    await this.killed.killDuring({
      act: () => phase.act(this, purchase),
      stopPoint,
      ending: isRepeated ? 'finish' : 'roll back',
    })
    if (isRepeated) for (const act of phase.repeat) await act(this, purchase)
    await this.lab.checkUntil(this.lab.isSettled)
    const expected = (isRepeated && phase.expectedAfterRepeat) || phase.expected
    return this.compare(purchase, expected)
  }

  private async startPurchase(provider: Provider): Promise<Purchase> {
    const { environment, methods } = this.lab
    const nr = this.killed.killCount
    const email = `payer-${nr}@example.com`
    const code = `ONCE${nr}`
    const product = await createSoldProduct(environment, this.server, 1)
    await sendCall(environment, this.server, 'discount/create', {
      body: { name: code, code, percentage: 10, usageLimit: 1, products: [product.product] },
    })
    const changes = { email, code, payment: methods[provider] }
    const shopper = await fillCart(this.server, product.variant, changes)
    return { email, product, shopper, webhooks: [] }
  }

  /** Compares the database, the provider and the mail server with what must have happened. */
  private async compare({ email, product }: Purchase, expected: Counts): Promise<string> {
    const payments = await this.lab.listPayments(email)
    const [found] = await this.lab.environment.withSuperuserSql(
      sql => sql<{ orders: number; paid: number; stock: number }[]>`
        select count(*)::integer as orders, coalesce(sum(o.paid_total), 0)::integer as paid,
          (select stock from variant where id = ${product.variant}) as stock
        from "order" o where o.customer_email = ${email}`,
    )
    const { charged, refunded } = this.lab.sumCharges(payments)
    const mails = this.killed.countMails(email)
    const isRefunded = expected.refunds > 0
    const isRight =
      found?.orders === expected.orders &&
      found.stock === (expected.orders > 0 || isRefunded ? 0 : 1) &&
      charged - refunded === found.paid &&
      charged > 0 === (expected.orders > 0 || isRefunded) &&
      refunded > 0 === isRefunded &&
      mails === expected.orders + expected.refunds
    return isRight ? '' : JSON.stringify({ ...found, charged, refunded, mails, expected, payments })
  }
}
