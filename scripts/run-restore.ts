// Restores a backup into an empty data folder or database: `DATA_DIR=/new/data npm run restore --
// /backups/today.tar.gz`. With --live, queued emails and webhook deliveries are sent.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { explainCommandError } from '../server/bucket-failure.ts'
import { readConfig } from '../server/config.ts'
import { protectDataFolder } from '../server/data-folder.ts'
import { restore } from '../server/db/backup/restore.ts'
import { StartupError } from '../server/startup-error.ts'

const {
  values: { live },
  positionals: [source],
} = parseArgs({ allowPositionals: true, options: { live: { type: 'boolean', default: false } } })
try {
  if (!source) throw new StartupError('Name the backup file: npm run restore -- backup.tar.gz')
  const config = readConfig(process.env)
  protectDataFolder(config)
  const { files, rows, suspended } = await restore(config, resolve(source), { isLive: live })
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const tableCount = Object.keys(rows).length
  console.log(
    `Restored ${total} rows of ${tableCount} tables and ${files} files. Start Storewright as before.`,
  )
  if (suspended.mails + suspended.deliveries > 0) {
    const queued = `${suspended.mails} queued emails and ${suspended.deliveries} webhook deliveries`
    console.log(`${queued} will not be sent. To send them, restore with --live.`)
  }
} catch (error) {
  console.error(explainCommandError(error))
  process.exitCode = 1
}
