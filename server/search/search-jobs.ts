import type { JobHandlers } from '../lib/job/jobs.ts'

const batchSize = 1000

/**
 * The job deletes the parts of words that changed or deleted records had. It runs on the connection
 * of the tables' owner, whose policies include every store. Each batch is a transaction of its own,
 * because records with new words wait for it.
 */
export const searchJobs: JobHandlers = {
  'search.cleanup': async (_payload, { query, abortSignal }) => {
    while (!abortSignal?.aborted) {
      const { rows } = await query<{ words: number }>(
        `select clean_search_parts(${batchSize}) as words`,
      )
      if ((rows[0]?.words ?? 0) < batchSize) return
    }
  },
}
