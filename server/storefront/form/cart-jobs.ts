import type { App } from '../../lib/call/serve.ts'
import { runInBatches } from '../../lib/job/jobs.ts'

const deletedPerStep = 1000

/** Returns the job that deletes carts 30 days after their last change, when their cookies expire. */
export const cartJobs = (app: Pick<App, 'db'>) => ({
  'cart.cleanup': runInBatches(app, async tx => {
    const [row] = await tx<{ deleted: number }[]>`
      select delete_old_carts(${deletedPerStep}) as deleted`
    return row?.deleted === deletedPerStep
  }),
})
