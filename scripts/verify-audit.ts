// Verifies the seals of the audit: `npm run audit:verify`, or `npm run audit:verify -- 1234:<hash>`
// with a head that was stored elsewhere. Storewright may run meanwhile. The exit code is 1 if a
// seal does not match its rows.
import { type AuditViolation, verifyAudit } from '../server/audit/audit-verify.ts'
import { readConfig } from '../server/config.ts'
import { attachDatabase } from '../server/db/cluster/attach-database.ts'
import { openClient } from '../server/lib/primary/open-client.ts'
import { StartupError } from '../server/startup-error.ts'

const formatTime = (time: Date | null) =>
  time?.toISOString().replace('T', ' ').slice(0, 19) ?? 'the beginning'
const formatViolation = ({
  seq,
  kind,
  since,
  until,
  sealedRows,
  foundRows,
}: AuditViolation): string => {
  const period = `${formatTime(since)} to ${formatTime(until)}`
  return {
    seal_missing: `Before seal ${seq} a seal is missing.`,
    seal_changed: `Seal ${seq} was changed, or the one before it.`,
    rows_changed: `Seal ${seq}, ${period}: ${
      foundRows === sealedRows
        ? `at least one of its ${sealedRows} rows was changed`
        : `${sealedRows} rows were sealed, but ${foundRows} exist`
    }.`,
    dropped_early:
      `Seal ${seq}: a month was dropped early or incompletely ` +
      `(${sealedRows} rows sealed, ${foundRows} recorded as dropped).`,
    rows_unaccounted:
      `${foundRows} rows are dated ${period}, before the first seal. ` +
      'Storewright never writes rows there.',
    rows_unsealed:
      `${foundRows} rows dated ${period} are in no seal, ` +
      'although later rows are sealed or in the future.',
    head_missing:
      'The chain does not contain the head that you stored: the chain was rewritten or truncated.',
  }[kind]
}

const database = await attachDatabase(readConfig(process.env)).catch(error => {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
})
const sql = openClient(database.url, { max: 1, prepare: false, onnotice: () => {} })
try {
  const { seals, rows, dropped, unsealed, oldestUnsealed, head, violations } = await verifyAudit(
    sql,
    process.argv[2],
  )
  for (const violation of violations) console.error(formatViolation(violation))
  console.log(
    violations.length
      ? `The audit does NOT match its ${seals} seals. The problems are listed above.`
      : `The audit matches its seals: ${seals} seals over ${rows} rows.`,
  )
  if (dropped.length)
    console.log(`Months dropped after their retention period: ${dropped.join(', ')}.`)
  if (unsealed)
    console.log(
      `Not sealed yet: ${unsealed} rows, the oldest from ${formatTime(oldestUnsealed)}. ` +
        'Storewright seals new rows every minute.',
    )
  console.log(
    `Store this head elsewhere. It proves later that no row up to now was changed: ${head}`,
  )
  process.exitCode = violations.length ? 1 : 0
} finally {
  await sql.end()
  await database.stop()
}
