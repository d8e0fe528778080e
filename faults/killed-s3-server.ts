import type { TestBucket } from '../server/testing/bucket/test-bucket.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { withFileBucket } from './lab/file-bucket.ts'
import { startImageUploads } from './lab/image-uploads.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { formatSeconds } from './lab/probe.ts'
import { waitUntil } from './lab/wait-until.ts'

const waitLimitMs = 60_000
const uploadsPerRound = 4
const allowedFailures = ['upload 503', 'read 503', 'lost connection']

/**
 * Kills the S3 server, then also the server, while images are uploaded and read. The new server starts
 * while the S3 server is gone, and must continue by itself when it runs again.
 */
export const killS3ServerDuringUploads = (
  environment: FaultEnvironment,
  rounds: number,
): Promise<FaultFinding[]> =>
  withFileBucket(environment, bucket => killBoth(environment, bucket, rounds))

async function killBoth(
  environment: FaultEnvironment,
  bucket: TestBucket,
  rounds: number,
): Promise<FaultFinding[]> {
  let server = await environment.startServer()
  const uploads = await startImageUploads(environment, () => server.url, 2)
  const waitForUploads = () => {
    const target = uploads.countAcknowledged() + uploadsPerRound
    return waitUntil(async () => uploads.countAcknowledged() >= target, waitLimitMs)
  }
  const recoveries: number[] = []
  await waitForUploads()
  for (let round = 0; round < rounds; round++) {
    const rejectionsBefore = uploads.failures.get('upload 503') ?? 0
    await bucket.kill()
    await waitUntil(
      async () => (uploads.failures.get('upload 503') ?? 0) > rejectionsBefore,
      waitLimitMs,
    )
    server.kill('SIGKILL')
    await server.exitStatus
    server = await environment.startServer({}, { port: server.port })
    await bucket.restart()
    recoveries.push((await waitForUploads()) ?? Number.POSITIVE_INFINITY)
  }
  await uploads.stop()
  const broken = await uploads.listBroken()
  const violations = await listViolations(environment)
  server.kill('SIGTERM')
  await server.exitStatus
  const failures = [...uploads.failures].map(([kind, count]) => `${kind} × ${count}`)
  return [
    {
      check: 'kill -9 of the S3 server and of a server during image uploads',
      sampleCount: rounds,
      result: [
        `${uploads.countAcknowledged()} images acknowledged`,
        `${broken.length} incomplete`,
        `failed: ${failures.join(', ')}`,
        `${uploadsPerRound} uploads after ${formatSeconds(Math.max(...recoveries))}`,
      ].join('; '),
      hasPassed:
        broken.length === 0 &&
        recoveries.every(ms => ms < waitLimitMs) &&
        [...uploads.failures.keys()].every(kind => allowedFailures.includes(kind)),
    },
    toInvariantFinding(violations),
  ]
}
