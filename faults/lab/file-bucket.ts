import { readConfig } from '../../server/config.ts'
import { moveFiles } from '../../server/db/backup/move-files.ts'
import { startTestBucket, type TestBucket } from '../../server/testing/bucket/test-bucket.ts'
import type { FaultEnvironment } from './fault-environment.ts'

/** Moves the files of an environment to a bucket, where its next servers use them, and back after the work. */
export async function withFileBucket<T>(
  environment: FaultEnvironment,
  work: (bucket: TestBucket) => Promise<T>,
): Promise<T> {
  await environment.stopPair()
  const bucket = await startTestBucket()
  const { ownerUrl, dataDir } = environment
  const inBucket = readConfig({ DATABASE_URL: ownerUrl, DATA_DIR: dataDir, ...bucket.env })
  const inFolder = { ...inBucket, bucket: undefined }
  try {
    await moveFiles(inFolder, inBucket, { isSwitch: true })
    Object.assign(environment, { fileEnv: bucket.env, bucket: inBucket.bucket })
    const result = await work(bucket)
    Object.assign(environment, { fileEnv: {}, bucket: undefined })
    await moveFiles(inBucket, inFolder, { isSwitch: true })
    return result
  } finally {
    await bucket.close()
  }
}
