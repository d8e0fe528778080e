import { setTimeout as sleep } from 'node:timers/promises'
import { expireHeartbeats } from './killed-worker.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { PaymentLab, type Provider } from './lab/payment-lab.ts'
import { type Counts, type Phase, type Purchase, phases } from './lab/payment-phases.ts'
import type { ServerProcess } from './lab/server-process.ts'
import { createSoldProduct, fillCart, findMissingBuild, sendCall } from './lab/shoppers.ts'
import { startSmtpServer } from './lab/smtp-server.ts'
import type { StopPoint, TransactionEnding } from './lab/stop-points.ts'

/**
 * Kills the server after each step of an order that is paid online, in two ways: only the jobs
 * continue, or the shopper and the provider also repeat the requests without a reply.
 */
export async function killServerDuringPayments(
  environment: FaultEnvironment,
): Promise<FaultFinding[]> {
  const missingBuild = findMissingBuild('kill -9 between the steps of an online payment')
  if (missingBuild.length > 0) return missingBuild
  await environment.stopPair()
  const run = await KilledPayment.open(environment)
  try {
    const findings: FaultFinding[] = []
    for (const phase of phases) findings.push(await run.killDuring(phase))
    return [...findings, toInvariantFinding(run.violations, run.killCount)]
  } finally {
    await run.close()
  }
}

type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>
/** A kill, and what happens afterwards. */
type Kill = { stop: string; stopPoint: StopPoint; isRepeated: boolean }
const arrivalLimitMs = 20_000

class KilledPayment {
  readonly violations: string[] = []
  killCount = 0
  server: ServerProcess
  readonly lab: PaymentLab
  private readonly smtpServer: SmtpServer
  private readonly env: Record<string, string>

  private constructor(
    { lab, server }: { lab: PaymentLab; server: ServerProcess },
    smtpServer: SmtpServer,
  ) {
    this.lab = lab
    this.server = server
    this.smtpServer = smtpServer
    this.env = { ...lab.fakes.env, SMTP_URL: smtpServer.url }
  }

  static async open(environment: FaultEnvironment): Promise<KilledPayment> {
    const smtpServer = await startSmtpServer()
    const opened = await PaymentLab.open(environment, env =>
      environment.startServer({ ...env, SMTP_URL: smtpServer.url }),
    )
    return new KilledPayment(opened, smtpServer)
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
    const { environment, fakes } = this.lab
    const purchase = await this.startPurchase(phase.provider)
    fakes.mollie.isCancelable = phase.provider === 'stripe'
    for (const act of phase.prepare) await act(this, purchase)
    const stop = await stopPoint({ environment, fakes, smtpServer: this.smtpServer })
    const acting = phase.act(this, purchase).catch(() => undefined)
    await withLimit(stop.arrival ?? acting)
    this.server.kill('SIGKILL')
    await Promise.all([this.server.exitStatus, acting])
    this.killCount++
    const ending: TransactionEnding = isRepeated ? 'finish' : 'roll back'
    await stop.release(ending)
    await expireHeartbeats(environment)
    this.server = await environment.startServer(this.env, { port: this.server.port })
    if (isRepeated) for (const act of phase.repeat) await act(this, purchase)
    await this.lab.checkUntil(this.lab.isSettled)
    const expected = (isRepeated && phase.expectedAfterRepeat) || phase.expected
    return this.compare(purchase, expected)
  }

  private async startPurchase(provider: Provider): Promise<Purchase> {
    const { environment, methods } = this.lab
    const nr = this.killCount
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
    const received = this.smtpServer.acceptedMails.filter(({ recipient }) => recipient === email)
    const mails = new Set(received.map(({ messageId }) => messageId)).size
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

  async close() {
    this.server.kill('SIGTERM')
    await this.server.exitStatus
    await this.smtpServer.stop()
    await this.lab.close()
  }
}

async function withLimit(arrival: Promise<unknown>): Promise<void> {
  const timeout = new AbortController()
  const expiring = sleep(arrivalLimitMs, undefined, { signal: timeout.signal }).then(() => {
    throw new Error('The server did not reach the step.')
  })
  expiring.catch(() => {})
  await Promise.race([arrival, expiring]).finally(() => timeout.abort())
}
