import { z } from 'zod'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { enqueueJob, type JobHandlers, runInBatches } from '../../lib/job/jobs.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import { notifyPlanLimits } from './notify-plan-limits.ts'
import { listEndingTrials, listOutdatedPlans, startTrials } from './plan-due-store.ts'
import type { PlanProvider } from './plan-provider.ts'
import { syncPlan } from './sync-plan.ts'

const batchSize = 500

const SyncPayload = z.object({ personId: z.string() })
const DeletionPayload = z.object({ customerId: z.string() })

/** Queues the job that loads the plan of a person. One that waits is not queued again. */
export const enqueuePlanSync = (tx: Tx, personId: string) =>
  enqueueJob(tx, 'plan.sync', { personId }, `plan.sync ${personId}`)

export const enqueueCustomerDeletion = (tx: Tx, customerId: string) =>
  enqueueJob(tx, 'plan.deleteCustomer', { customerId })

/** Returns the jobs of plans. Without a provider they do nothing. */
export function planJobs(app: App, provider: PlanProvider | undefined): JobHandlers {
  return {
    'plan.sync': async raw => {
      const { personId } = SyncPayload.parse(raw)
      if (provider) await syncPlan(app, provider, personId)
    },
    'plan.deleteCustomer': async raw => {
      const { customerId } = DeletionPayload.parse(raw)
      await provider?.deleteCustomer(customerId)
    },
    'plan.check': provider
      ? runInBatches(app, startTrialsInBatch, announceTrialEnds, enqueueOutdated)
      : async () => {},
    'plan.notifyLimits': provider ? notifyPlanLimits(app) : async () => {},
  }
}

const startTrialsInBatch = async (tx: Tx) => (await startTrials(tx, batchSize)) === batchSize

async function announceTrialEnds(tx: Tx): Promise<boolean> {
  const people = await listEndingTrials(tx, batchSize)
  await Promise.all(
    people
      .filter(({ isInformed }) => isInformed)
      .map(({ personId }) =>
        enqueueAccountMail(tx, { kind: 'plan', notice: 'trialEnds', personId }),
      ),
  )
  return people.length === batchSize
}

/** Finds changes of which no event has arrived. */
async function enqueueOutdated(tx: Tx): Promise<boolean> {
  const people = await listOutdatedPlans(tx, batchSize)
  for (const personId of people) await enqueuePlanSync(tx, personId)
  return people.length === batchSize
}
