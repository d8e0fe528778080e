// Proves that the audit is as it was sealed: `npm run audit:verify`, with a head that was kept elsewhere as
// `npm run audit:verify -- 1234:<hash>`. Works beside a running Storewright. Ends with 1 when something is not as it was.
import postgres from 'postgres'
import { type AuditViolation, verifyAudit } from '../server/audit/audit-verify.ts'
import { readConfig } from '../server/config.ts'
import { attachDatabase } from '../server/db/cluster/attach-database.ts'
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
}: AuditViolation): string =>
  ({
    seal_missing: `Before seal ${seq} a seal is missing.`,
    seal_changed: `Seal ${seq} was changed, or the one before it.`,
    rows_changed: `Seal ${seq}, from ${formatTime(since)} to ${formatTime(until)}: ${foundRows === sealedRows ? `one or more of its ${sealedRows} rows were changed` : `${sealedRows} rows were sealed, ${foundRows} are there`}.`,
    dropped_early: `Seal ${seq}: a month was dropped before its time, or not as it was sealed (${sealedRows} rows sealed, ${foundRows} said to be dropped).`,
    rows_unaccounted: `${foundRows} rows lie before the first place of the chain, where nothing is ever written; they say they are of ${formatTime(since)} to ${formatTime(until)}.`,
    rows_unsealed: `${foundRows} rows are in no seal and say they are of ${formatTime(since)} to ${formatTime(until)}: what came an hour later is sealed, or that is yet to come.`,
    head_missing:
      'The head that you kept is not in the chain: it was rewritten, or cut off and begun anew.',
  })[kind]

const database = await attachDatabase(readConfig(process.env)).catch(error => {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
})
const sql = postgres(database.url, { max: 1, onnotice: () => {} })
try {
  const { seals, rows, dropped, unsealed, oldestUnsealed, head, violations } = await verifyAudit(
    sql,
    process.argv[2],
  )
  for (const violation of violations) console.error(formatViolation(violation))
  console.log(
    violations.length
      ? `The audit is NOT as it was sealed; what was found in its ${seals} seals stands above.`
      : `The audit is as it was sealed: ${seals} seals over ${rows} rows.`,
  )
  if (dropped.length) console.log(`Months that have left after their time: ${dropped.join(', ')}.`)
  if (unsealed)
    console.log(
      `Not sealed yet, and so not proven: ${unsealed} rows, the oldest of ${formatTime(oldestUnsealed)}. A running Storewright seals each minute.`,
    )
  console.log(`Keep this elsewhere; it proves that nothing up to now was rewritten: ${head}`)
  process.exitCode = violations.length ? 1 : 0
} finally {
  await sql.end()
  await database.stop()
}
