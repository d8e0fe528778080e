import { setTimeout as sleep } from 'node:timers/promises'
import { sum } from '#contract/lib/sum.ts'
import { testAddress } from '../server/testing/subject/test-address.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { KilledServer } from './lab/killed-server.ts'
import { type RefundCounts, type RefundPhase, refundPhases } from './lab/refund-phases.ts'
import { type PurchaseState, RefundedPurchase } from './lab/refunded-purchase.ts'
import type { StopPoint } from './lab/stop-points.ts'
import { waitUntil } from './lab/wait-until.ts'

/**
 * Kills the server after each step of a refund by a payment provider, in two ways: only the jobs
 * continue, or staff and the provider also repeat the requests without a reply.
 */
export async function killServerDuringRefunds(
  environment: FaultEnvironment,
  { rounds }: { rounds: number },
): Promise<FaultFinding[]> {
  await environment.stopPair()
  const killed = await KilledServer.start(environment)
  const run = new KilledRefund(killed)
  try {
    await run.prepareStore()
    const findings: FaultFinding[] = []
    for (const phase of refundPhases) {
      findings.push(await run.killDuring(phase, { rounds }))
    }
    return [...findings, toInvariantFinding(run.violations, killed.killCount)]
  } finally {
    await killed.close()
  }
}

type Kill = { stop: string; stopPoint: StopPoint; isRepeated: boolean }
const settledWithinMs = 60_000

class KilledRefund {
  readonly violations: string[] = []
  private readonly killed: KilledServer

  constructor(killed: KilledServer) {
    this.killed = killed
  }

  /** The store charges taxes and emails its credit notes. */
  prepareStore = () =>
    this.killed.lab.environment.withSuperuserSql(async sql => {
      const { storeId } = this.killed.lab.environment
      const { email: _, ...address } = testAddress
      await sql`
        update store set address = ${sql.json(address)}, default_tax_rate = 19 where id = ${storeId}`
      await sql`
        insert into invoice_setting (store_id, emails_issued) values (${storeId}, true)
        on conflict (store_id) do update set emails_issued = true`
    })

  async killDuring(phase: RefundPhase, { rounds }: { rounds: number }): Promise<FaultFinding> {
    const stops = Object.entries(phase.stops)
    const kills = Array.from({ length: rounds }, () => stops)
      .flat()
      .flatMap(([stop, stopPoint]) =>
        [false, true].map((isRepeated): Kill => ({ stop, stopPoint, isRepeated })),
      )
    const failures: string[] = []
    for (const kill of kills) {
      const name = `${kill.stop}${kill.isRepeated ? ', repeated' : ''}`
      const failure = await this.killAt(phase, kill).catch(error => `${error}`)
      if (failure) failures.push(`${name}: ${failure}`)
      const violations = await listViolations(this.killed.lab.environment)
      this.violations.push(...violations.map(violation => `${name}: ${violation}`))
    }
    return {
      check: phase.check,
      sampleCount: kills.length,
      result: failures.join('; ') || `${stops.length} steps, each refund once`,
      hasPassed: failures.length === 0,
    }
  }

  /** Returns the problems after the kill, or an empty text. */
  private async killAt(phase: RefundPhase, { stopPoint, isRepeated }: Kill): Promise<string> {
    const { killed } = this
    killed.lab.fakes.mollie.refundState = phase.isConfirmedLater ? 'queued' : 'refunded'
    const purchase = await RefundedPurchase.create(killed, phase.provider)
    for (const act of phase.prepare) await act(killed, purchase)
    await this.settle(purchase, { isChecked: false, isPendingAllowed: true })
    const before = await purchase.loadState()
    const mailsBefore = killed.countMails(purchase.email)
    await killed.killDuring({
      act: () => phase.act(killed, purchase),
      stopPoint,
      ending: isRepeated ? 'finish' : 'roll back',
    })
    if (isRepeated) for (const act of phase.repeat) await act(killed, purchase)
    await this.settle(purchase, { isChecked: isRepeated || phase.isConfirmedLater === true })
    const expected = (isRepeated && phase.expectedAfterRepeat) || phase.expected
    const after = await purchase.loadState()
    const { charged, refunds } = purchase.listProviderRefunds()
    const mails = killed.countMails(purchase.email) - mailsBefore
    const isRight =
      hasCounts(after, expected) &&
      after.stock - before.stock === expected.stock &&
      mails === expected.mails &&
      refunds.length === expected.refunds &&
      after.kept === charged - sum(refunds) &&
      sum(after.providerRefunds.map(({ amount }) => amount)) === sum(refunds)
    return isRight ? '' : JSON.stringify({ before, after, charged, refunds, mails, expected })
  }

  /** Waits for the jobs. `isChecked`: the hourly check of refunds runs too. */
  private async settle(
    purchase: RefundedPurchase,
    { isChecked, isPendingAllowed = false }: { isChecked: boolean; isPendingAllowed?: boolean },
  ): Promise<void> {
    const isSettled = async () => {
      const { waitingJobs, providerRefunds } = await purchase.loadState()
      const isPending = providerRefunds.some(({ state }) => state === 'pending')
      return waitingJobs === 0 && (isPendingAllowed || !isPending)
    }
    const elapsedMs = await waitUntil(async () => {
      if (await isSettled()) return true
      if (isChecked) await this.startRefundChecks()
      await sleep(50)
      return isSettled()
    }, settledWithinMs)
    if (elapsedMs === undefined)
      throw new Error(`Not settled within a minute: ${JSON.stringify(await purchase.loadState())}`)
  }

  /** Starts the job that checks refunds. All of them are due. */
  private startRefundChecks = () =>
    this.killed.lab.environment.withSuperuserSql(async sql => {
      await sql`
        update payment_refund set checked_at = now() - interval '1 hour' where state = 'pending'`
      await sql`select add_job('payment.checkRefunds', '{}', 'payment.checkRefunds')`
    })
}

/** Each refund was made once, and its credit note is over its amount. */
const hasCounts = (state: PurchaseState, { refunds, followingOrders }: RefundCounts): boolean =>
  state.orders === 1 + followingOrders &&
  state.refunds === refunds &&
  state.providerRefunds.length === refunds &&
  state.providerRefunds.every(refund => refund.state === 'succeeded') &&
  state.creditNotes === refunds &&
  state.creditedAmount === state.refundedAmount
