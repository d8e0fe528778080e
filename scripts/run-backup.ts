// Writes all data to one file: `npm run backup`, or `npm run backup -- /backups/today.tar.gz`. The
// server may run meanwhile.
import { resolve } from 'node:path'
import { explainCommandError } from '../server/bucket-failure.ts'
import { readConfig } from '../server/config.ts'
import { createBackup } from '../server/db/backup/backup.ts'

const timestamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
const target = resolve(process.argv[2] ?? `storewright-${timestamp}.tar.gz`)
try {
  const { files, bytes, rows, isSecretEncrypted } = await createBackup(
    readConfig(process.env),
    target,
  )
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const megabytes = Math.round(bytes / 1e5) / 10
  const tableCount = Object.keys(rows).length
  console.log(
    `Backup created: ${total} rows of ${tableCount} tables and ${files} files (${megabytes} MB) in ${target}`,
  )
  const content = isSecretEncrypted ? 'all data' : 'all data and all secrets of this installation'
  console.log(`The file contains ${content}. Store it where only you can read it.`)
} catch (error) {
  console.error(explainCommandError(error))
  process.exitCode = 1
}
