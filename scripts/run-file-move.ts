// Copies all files to a bucket or back: `npm run files:move -- --to s3://bucket`, or `--to folder` for
// DATA_DIR. It can run beside the server and be repeated. With --switch, all processes must use the
// target from their next start, and files without an original are deleted there.
import { parseArgs } from 'node:util'
import { parseBucketUrl } from '../server/bucket-config.ts'
import { explainCommandError } from '../server/bucket-failure.ts'
import { readConfig } from '../server/config.ts'
import { protectDataFolder } from '../server/data-folder.ts'
import { moveFiles } from '../server/db/backup/move-files.ts'
import { StartupError } from '../server/startup-error.ts'

const { values } = parseArgs({
  options: { to: { type: 'string' }, switch: { type: 'boolean', default: false } },
})
try {
  const { to: target = '', switch: isSwitch } = values
  const config = readConfig(process.env)
  const bucket = parseBucketUrl(target, config.bucketAccess)
  if (!bucket && target !== 'folder')
    throw new StartupError(
      'Name the target: npm run files:move -- --to s3://bucket/folder, or --to folder for DATA_DIR.',
    )
  protectDataFolder(config)
  const { files, bytes, copied, deleted } = await moveFiles(
    config,
    { ...config, bucket },
    {
      isSwitch,
      onProgress: summary => {
        if (summary.files % 1000 === 0) console.log(`${summary.files} files …`)
      },
    },
  )
  const megabytes = Math.round(bytes / 1e5) / 10
  console.log(
    `${files} files (${megabytes} MB) are in ${bucket ? target : 'DATA_DIR'}, ${copied} of them new. All match.`,
  )
  if (deleted > 0)
    console.log(`${deleted} files were deleted there, because their originals no longer exist.`)
  const setting = bucket ? `Set FILES_URL=${target}` : 'Unset FILES_URL'
  console.log(
    isSwitch
      ? `${setting} and start Storewright. The copies in the earlier location can be deleted then.`
      : 'Stop all processes and run the command again with --switch to use them.',
  )
} catch (error) {
  console.error(explainCommandError(error))
  process.exitCode = 1
}
