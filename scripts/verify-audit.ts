// Verifies the seals of the audit: `npm run audit:verify`, or `npm run audit:verify -- 1234:<hash>`
// with a head that was stored elsewhere. Storewright may run meanwhile. The exit code is 1 if a
// seal does not match its rows, or an archived file is missing or was changed.
import { verifyAudit } from '../server/audit/audit-verify.ts'
import type { AuditViolation } from '../server/audit/audit-violation.ts'
import { readConfig } from '../server/config.ts'
import { attachDatabase } from '../server/db/cluster/attach-database.ts'
import { loadBucketDriver, openDisk } from '../server/lib/file/disk.ts'
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
  file,
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
    file_missing: `The archived file ${file} is missing.`,
    file_changed: `The archived file ${file} was changed.`,
    head_missing:
      'The chain does not contain the head that you stored: the chain was rewritten or truncated.',
  }[kind]
}

const config = readConfig(process.env)
const database = await attachDatabase(config).catch(error => {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
})
await loadBucketDriver(config)
const sql = openClient(database.url, { max: 1, prepare: false, onnotice: () => {} })
try {
  const { seals, rows, archived, dropped, unsealed, oldestUnsealed, head, violations } =
    await verifyAudit(sql, process.argv[2], openDisk(config, 'audit'))
  for (const violation of violations) console.error(formatViolation(violation))
  console.log(
    violations.length
      ? `The audit does NOT match its ${seals} seals. The problems are listed above.`
      : `The audit matches its seals: ${seals} seals over ${rows} rows.`,
  )
  if (archived.length) console.log(`Months in files: ${archived.join(', ')}.`)
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
