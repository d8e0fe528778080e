import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toWriteResult } from './kill-server.ts'
import { FaultEnvironment, type FaultFinding } from './lab/fault-environment.ts'
import { withFileBucket } from './lab/file-bucket.ts'
import { createImageForm } from './lab/image-uploads.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import {
  formatSeconds,
  formatStatusCounts,
  isClearRejection,
  type ProbeResult,
  sendProbe,
  startProbing,
} from './lab/probe.ts'
import { waitUntil } from './lab/wait-until.ts'
import { startWriters, type Writers } from './lab/writers.ts'

const diskFullName = 'a full disk'
const walDiskFullName = 'a full disk that also holds the WAL'
const diskFullWithBucketName = 'a full disk while images are in a bucket'
const recoveryLimitMs = 5000
/** Longer than twenty attempts to start the database take. */
const downForMs = 30_000

/** Fills the disk that holds the database and the images. The WAL is on another disk. */
export const runFullDisk = (megabytes: number): Promise<FaultFinding[]> =>
  withSmallDisk(diskFullName, megabytes, async environment => {
    await moveWal(environment)
    return fillDataDisk(environment)
  })

/** Fills the disk that holds the database and the temporary files, while the images are in a bucket. */
export const runFullDiskWithBucket = (megabytes: number): Promise<FaultFinding[]> =>
  withSmallDisk(diskFullWithBucketName, megabytes, async environment => {
    await moveWal(environment)
    return withFileBucket(environment, () => fillDataDisk(environment, diskFullWithBucketName))
  })

/**
 * Fills the disk that holds the database, the images and the WAL. The database stops itself and
 * must be available again when there is space.
 */
export const runFullWal = (megabytes: number): Promise<FaultFinding[]> =>
  withSmallDisk(walDiskFullName, megabytes, fillWalDisk)

async function withSmallDisk(
  name: string,
  megabytes: number,
  work: (environment: FaultEnvironment) => Promise<FaultFinding[]>,
): Promise<FaultFinding[]> {
  let isMounted = false
  const prepare = (folder: string) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    isMounted = true
  }
  const unmount = (folder: string) => {
    if (isMounted) execFileSync('umount', ['-l', folder])
    rmSync(getWalFolder(folder), { recursive: true, force: true })
  }
  const environment = await FaultEnvironment.open({ prepare, cleanUp: unmount }).catch(error => {
    if (isMounted) throw error
    return undefined
  })
  if (!environment)
    return [
      {
        check: name,
        sampleCount: 0,
        result: 'only root can mount a small disk',
        hasPassed: true,
        isSkipped: true,
      },
    ]
  try {
    return await work(environment)
  } finally {
    await environment.close()
  }
}

const getWalFolder = (folder: string) => `${folder}-wal`

/**
 * Moves the WAL to another disk. With a full WAL disk, the database would stop itself, which is the
 * case of `runFullWal`.
 */
async function moveWal(environment: FaultEnvironment) {
  await environment.stopDatabase()
  const [from, to] = [
    join(environment.folder, 'postgres/pg_wal'),
    join(getWalFolder(environment.folder), 'pg_wal'),
  ]
  mkdirSync(getWalFolder(environment.folder))
  chmodSync(getWalFolder(environment.folder), 0o711)
  execFileSync('cp', ['-a', from, to])
  rmSync(from, { recursive: true })
  symlinkSync(to, from)
  await environment.startDatabase()
}

async function fillDataDisk(
  environment: FaultEnvironment,
  name = diskFullName,
): Promise<FaultFinding[]> {
  const server = await environment.startServer()
  const writers = await startWriters(environment, () => [server.url], 4)
  await waitUntil(async () => writers.countAcknowledged() > 20, 30_000)
  const ballastFile = join(environment.folder, 'ballast')
  fillDisk(ballastFile)
  const rejectedAfterMs = await waitUntil(
    async () => (writers.failures.get('503') ?? 0) > 5,
    30_000,
  )
  const { 'content-type': _, ...headers } = await environment.createHeaders()
  const reads = await Promise.all(
    ['/api/order/getAll', '/api/product/getAll', '/health/live'].map(path =>
      sendProbe(server.url, path, { headers }),
    ),
  )
  const upload = await uploadImage(server.url, headers)
  rmSync(ballastFile)
  const recoveredAfterMs = await waitForNextWrite(writers, 30_000)
  const uploadAfter = await uploadImage(server.url, headers)
  await writers.stop()
  const report = await writers.verifyWrites(server.url)
  const violations = await listViolations(environment)
  const isAlive = server.getExitStatus() === null
  const rejectedCount = writers.failures.get('503') ?? 0
  const otherFailures = [...writers.failures]
    .filter(([code]) => code !== '503')
    .map(([code, count]) => `${code} × ${count}`)
  return [
    {
      check: `${name}: writes get 503`,
      sampleCount: rejectedCount,
      result: [`503 × ${rejectedCount}`, ...otherFailures].join(', '),
      hasPassed: rejectedAfterMs !== undefined && otherFailures.length === 0,
    },
    {
      check: '  reads continue',
      sampleCount: reads.length,
      result: formatStatusCounts(reads),
      hasPassed: reads.every(({ status }) => status === 200),
    },
    {
      check: '  an image upload is rejected, and succeeds when there is space',
      sampleCount: 2,
      result: `${upload.status}, then ${uploadAfter.status}`,
      hasPassed: isClearRejection(upload) && uploadAfter.status === 201,
    },
    {
      check: '  writes continue when there is space',
      sampleCount: 1,
      result: `server ${isAlive ? 'running' : 'exited'}; recovery: ${formatSeconds(recoveredAfterMs)}`,
      hasPassed: isAlive && recoveredAfterMs !== undefined && recoveredAfterMs < recoveryLimitMs,
    },
    { check: '  writes afterwards', sampleCount: 1, ...toWriteResult(report) },
    toInvariantFinding(violations),
  ]
}

async function fillWalDisk(environment: FaultEnvironment): Promise<FaultFinding[]> {
  const server = await environment.startServer()
  const headers = await environment.createHeaders()
  const writers = await startWriters(environment, () => [server.url], 4)
  await waitUntil(async () => writers.countAcknowledged() > 20, 30_000)
  const ballastFile = join(environment.folder, 'ballast')
  fillDisk(ballastFile)
  // Writes first use the space that the WAL has reserved. Switching WAL files uses it up.
  const downAfterMs = await waitUntil(
    () =>
      environment
        .withSuperuserSql(sql => sql`select pg_switch_wal()`)
        .then(
          () => false,
          () => true,
        ),
    60_000,
  )
  // In this time, the database is started repeatedly, finds no space and exits.
  const readProbe = startProbing(2, () => sendProbe(server.url, '/api/order/getAll', { headers }))
  await sleep(downForMs)
  const liveResult = await sendProbe(server.url, '/health/live')
  rmSync(ballastFile)
  const probeResults = await readProbe.stop()
  const recoveredAfterMs = await waitForNextWrite(writers, 60_000)
  await writers.stop()
  const report = await writers.verifyWrites(server.url)
  const violations = await listViolations(environment)
  const isAlive = server.getExitStatus() === null
  return [
    {
      check: `${walDiskFullName}: calls get 503 with Retry-After`,
      sampleCount: probeResults.length,
      result: formatStatusCounts(probeResults),
      hasPassed:
        downAfterMs !== undefined &&
        probeResults.some(isClearRejection) &&
        probeResults.every(result => result.status === 200 || isClearRejection(result)),
    },
    {
      check: '  the process is live, and writes continue when there is space',
      sampleCount: 1,
      hasPassed:
        isAlive &&
        liveResult.status === 200 &&
        recoveredAfterMs !== undefined &&
        recoveredAfterMs < recoveryLimitMs,
      result: [
        `server ${isAlive ? 'running' : 'exited'}`,
        `live: ${liveResult.status}`,
        `recovery: ${formatSeconds(recoveredAfterMs)}`,
      ].join('; '),
    },
    { check: '  writes afterwards', sampleCount: 1, ...toWriteResult(report) },
    toInvariantFinding(violations),
  ]
}

/** Waits until one more write is acknowledged and returns the elapsed milliseconds. */
function waitForNextWrite(writers: Writers, limitMs: number) {
  const countBefore = writers.countAcknowledged()
  return waitUntil(async () => writers.countAcknowledged() > countBefore, limitMs)
}

/** Writes to the file until the disk is full. */
function fillDisk(path: string) {
  const file = openSync(path, 'w')
  const chunk = Buffer.alloc(65_536, 1)
  try {
    for (;;) writeSync(file, chunk)
  } catch {
    // ENOSPC is expected: the file must fill the disk.
  } finally {
    closeSync(file)
  }
}

const uploadImage = async (url: string, headers: Record<string, string>): Promise<ProbeResult> =>
  sendProbe(url, '/api/media/upload', {
    method: 'POST',
    headers,
    body: await createImageForm(300),
  })
