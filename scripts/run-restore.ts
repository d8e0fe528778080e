// A backup into an empty place: `DATA_DIR=/new/place npm run restore -- /safe/place/today.tar.gz`; with --live, what waited to
// be sent is sent.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { restore } from '../server/db/backup/restore.ts'
import { StartupError } from '../server/startup-error.ts'

const {
  values: { live },
  positionals: [source],
} = parseArgs({ allowPositionals: true, options: { live: { type: 'boolean', default: false } } })
try {
  if (!source) throw new StartupError('Say which file: npm run restore -- backup.tar.gz')
  const {
    files,
    rows,
    suspended: aside,
  } = await restore(readConfig(process.env), resolve(source), {
    isLive: live,
  })
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  console.log(
    `${total} rows of ${Object.keys(rows).length} tables and ${files} files are back. Start Storewright as before.`,
  )
  if (aside.mails + aside.deliveries > 0)
    console.log(
      `${aside.mails} mails and ${aside.deliveries} messages to programs that waited were put aside; a restore with --live into an empty place sends them.`,
    )
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
