import type { JobHandlers } from '../lib/job/jobs.ts'
import { type RetentionRule, retentionRules } from './retention-rules.ts'

const defaultBatchSize = 1000
const getBatchSize = ({ batchSize = defaultBatchSize }: RetentionRule) => batchSize

const buildCondition = ({ since, age, where = 'true' }: RetentionRule) =>
  `${since} < now() - interval '${age}' and ${where}`

/** Returns the query for the rows of one batch. */
export const buildSelection = (rule: RetentionRule) => `
  select ${rule.table}.ctid from ${[rule.table, rule.using].filter(Boolean).join(', ')}
  where ${buildCondition(rule)} limit ${getBatchSize(rule)}`

/** Repeats the condition, because another transaction can change a selected row meanwhile. */
export const buildDeletion = (rule: RetentionRule) => `
  delete from ${rule.table} ${rule.using ? `using ${rule.using}` : ''}
  where ${rule.table}.ctid = any (array(${buildSelection(rule)})) and ${buildCondition(rule)}`

/**
 * Returns the jobs that delete expired rows, often or once a day. They run on the connection of the
 * tables' owner, whose policies include the rows of every store. Each batch is a transaction of its own. The rules take
 * turns, so that a large backlog of one does not delay the others, and a rule that fails does not
 * stop them.
 */
export const createRetentionJobs = (
  rules: readonly RetentionRule[] = retentionRules,
): JobHandlers => ({
  'retention.cleanup': createCleanup(rules.filter(({ isDaily }) => !isDaily)),
  'retention.cleanupDaily': createCleanup(rules.filter(({ isDaily }) => isDaily)),
})

const createCleanup =
  (rules: readonly RetentionRule[]): JobHandlers[string] =>
  async (_payload, { query, abortSignal }) => {
    const errors: unknown[] = []
    let unfinishedRules = rules
    while (unfinishedRules.length > 0) {
      const nextRules: RetentionRule[] = []
      for (const rule of unfinishedRules) {
        if (abortSignal?.aborted) return
        try {
          const { rowCount } = await query(buildDeletion(rule))
          if (rowCount === getBatchSize(rule)) nextRules.push(rule)
        } catch (error) {
          errors.push(new Error(`Expired rows of ${rule.table} remain.`, { cause: error }))
        }
      }
      unfinishedRules = nextRules
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join(' '))
  }
