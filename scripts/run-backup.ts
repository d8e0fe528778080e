// Everything into one file: `npm run backup`, or `npm run backup -- /safe/place/today.tar.gz`. The server may run meanwhile.
import { resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { createBackup } from '../server/db/backup/backup.ts'
import { StartupError } from '../server/startup-error.ts'

const timestamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
const target = resolve(process.argv[2] ?? `storewright-${timestamp}.tar.gz`)
try {
  const { files, bytes, rows, isSealed } = await createBackup(readConfig(process.env), target)
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  console.log(
    `${total} rows of ${Object.keys(rows).length} tables and ${files} files (${Math.round(bytes / 1e5) / 10} MB) are in ${target}`,
  )
  console.log(
    `It holds everybody's data${isSealed ? '' : ' and every secret of this installation'}: keep it where nobody else can read it.`,
  )
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
