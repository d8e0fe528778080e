// A backup into an empty place: `DATA_DIR=/new/place npm run restore -- /safe/place/today.tar.gz`.
import { resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { restore } from '../server/db/restore.ts'
import { StartProblem } from '../server/start-problem.ts'

const source = process.argv[2]
try {
  if (!source) throw new StartProblem('Say which file: npm run restore -- backup.tar.gz')
  const { files, rows } = await restore(readConfig(process.env), resolve(source))
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  console.log(`${total} rows of ${Object.keys(rows).length} tables and ${files} files are back. Start Storewright as before.`)
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exitCode = 1
}
