import type postgres from 'postgres'
import { verifyAudit } from '../../server/audit/audit-verify.ts'
import { openInstallationFiles } from '../../server/lib/file/installation-files.ts'
import type { FaultEnvironment, FaultFinding } from './fault-environment.ts'
import { invariantQueries } from './invariant-queries.ts'

/** Includes the two checks without a query: the image files and the seals of the audit. */
const invariantCount = Object.keys(invariantQueries).length + 2

/** Returns the name of each broken invariant with up to three rows that break it. */
export async function listViolations(environment: FaultEnvironment): Promise<string[]> {
  return environment.withSuperuserSql(async sql => {
    const violations = await sql.begin('isolation level repeatable read read only', async tx => {
      const brokenInvariants: string[] = []
      // The queries compare whole tables. With nested loops, they take hours after a long run.
      await tx`set local enable_nestloop = off`
      for (const [name, query] of Object.entries(invariantQueries)) {
        const rows = await tx.unsafe(`select * from (${query}) violations limit 3`)
        if (rows.length > 0) brokenInvariants.push(`${name}: ${JSON.stringify(rows)}`)
      }
      return [...brokenInvariants, ...(await listMissingFiles(tx, environment))]
    })
    return [...violations, ...(await listBrokenSeals(sql))]
  })
}

/** Returns the finding for violations that were collected in `sampleCount` checks. */
export const toInvariantFinding = (
  violations: readonly string[],
  sampleCount = 1,
): FaultFinding => ({
  check: `  ${invariantCount} invariants afterwards`,
  sampleCount,
  result: violations.join('; ') || 'all hold',
  hasPassed: violations.length === 0,
})

/** Seals the waiting audit entries and returns the seals that do not match the entries. */
async function listBrokenSeals(sql: postgres.Sql): Promise<string[]> {
  await sql`select audit_seal_batch(1000000)`
  const { violations } = await verifyAudit(sql)
  return violations.map(({ kind, seq }) => `the audit matches its seals: ${kind} at ${seq}`)
}

/**
 * Returns the images without a file. Files without a row are allowed: a killed upload can leave
 * one, and no page displays it.
 */
async function listMissingFiles(
  tx: postgres.TransactionSql,
  { dataDir, bucket }: FaultEnvironment,
): Promise<string[]> {
  const rows = await tx<{ url: string }[]>`select url from media`
  const files = await openInstallationFiles({ dataDir, bucket })
  const paths = new Set(await Array.fromAsync(files.list(), ({ path }) => `/${path}`))
  return rows
    .filter(({ url }) => !paths.has(url))
    .map(({ url }) => `each image has its file: ${url}`)
}
