import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { FaultEnvironment, type FaultFinding, waitUntil } from './fault-environment.ts'
import { invariantCount, listViolations } from './invariants.ts'
import { toFindingResult } from './kill-server.ts'
import {
  formatSeconds,
  formatStatusCounts,
  isClearRejection,
  type ProbeResult,
  sendProbe,
  startProbing,
} from './probe.ts'
import { startWriters } from './writers.ts'

const diskFullName = 'a full disk'
const walDiskFullName = 'a full disk with the log of what was written on it'
const backWithinMs = 5000
/** Longer than twenty tries to start take. */
const downForMs = 30_000

/** The database and the pictures lie on a small disk of their own that fills up; the log of what was written lies elsewhere. */
export const runFullDisk = (megabytes: number): Promise<FaultFinding[]> =>
  withSmallDisk(diskFullName, megabytes, async environment => {
    await moveWal(environment)
    return fillDataDisk(environment)
  })

/** The log of what was written lies on the full disk too: the database stops itself, and is back once there is room. */
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
        result: 'a small disk can be mounted by root alone',
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

/** Where it is full, the database stops itself until somebody makes room, which `fullWal` is about. */
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

async function fillDataDisk(environment: FaultEnvironment): Promise<FaultFinding[]> {
  const server = await environment.startServer()
  const writers = await startWriters(environment, () => [server.url], 4)
  await waitUntil(async () => writers.acknowledged() > 20, 30_000)
  const ballastFile = join(environment.folder, 'ballast')
  fillWithZeros(ballastFile)
  const isRefused = await waitUntil(async () => (writers.failures.get('503') ?? 0) > 5, 30_000)
  const { 'content-type': _, ...headers } = await environment.createHeaders()
  const reads = await Promise.all(
    ['/api/order/getAll', '/api/product/getAll', '/health/live'].map(path =>
      sendProbe(server.url, path, { headers }),
    ),
  )
  const upload = await uploadImage(server.url, headers)
  rmSync(ballastFile)
  const before = writers.acknowledged()
  const recoveredAfterMs = await waitUntil(async () => writers.acknowledged() > before, 30_000)
  const uploadAfter = await uploadImage(server.url, headers)
  await writers.stop()
  const report = await writers.verifyWrites(server.url)
  const violations = await listViolations(environment)
  const isAlive = server.getExitStatus() === null
  const otherFailures = [...writers.failures]
    .filter(([word]) => word !== '503')
    .map(([word, times]) => `${word} × ${times}`)
  return [
    {
      check: `${diskFullName}: writes are refused`,
      sampleCount: writers.failures.get('503') ?? 0,
      result: `503 × ${writers.failures.get('503') ?? 0}${otherFailures.length > 0 ? `, but also ${otherFailures.join(', ')}` : ''}`,
      hasPassed: isRefused !== undefined && otherFailures.length === 0,
    },
    {
      check: '  reads go on',
      sampleCount: reads.length,
      result: formatStatusCounts(reads),
      hasPassed: reads.every(one => one.status === 200),
    },
    {
      check: '  a picture is refused, and taken once there is room',
      sampleCount: 2,
      result: `${upload.status}, then ${uploadAfter.status}`,
      hasPassed: isClearRejection(upload) && uploadAfter.status === 201,
    },
    {
      check: '  writes go on by themselves once there is room',
      sampleCount: 1,
      result: `${isAlive ? 'alive' : 'it ended'}; after ${formatSeconds(recoveredAfterMs ?? Number.POSITIVE_INFINITY)}`,
      hasPassed: isAlive && recoveredAfterMs !== undefined && recoveredAfterMs < backWithinMs,
    },
    { check: '  nothing is lost by it', sampleCount: 1, ...toFindingResult(report) },
    {
      check: `  ${invariantCount} invariants after it`,
      sampleCount: 1,
      result: violations.join('; ') || 'all hold',
      hasPassed: violations.length === 0,
    },
  ]
}

async function fillWalDisk(environment: FaultEnvironment): Promise<FaultFinding[]> {
  const server = await environment.startServer()
  const headers = await environment.createHeaders()
  const writers = await startWriters(environment, () => [server.url], 4)
  await waitUntil(async () => writers.acknowledged() > 20, 30_000)
  const ballastFile = join(environment.folder, 'ballast')
  fillWithZeros(ballastFile)
  // What is written goes into room that was set aside; this uses it up.
  const isDown = await waitUntil(
    () =>
      environment
        .withSuperuserSql(sql => sql`select pg_switch_wal()`)
        .then(
          () => false,
          () => true,
        ),
    60_000,
  )
  // Again and again it is started again, finds no room, and ends.
  const readProbe = startProbing(2, () => sendProbe(server.url, '/api/order/getAll', { headers }))
  await sleep(downForMs)
  const liveResult = await sendProbe(server.url, '/health/live')
  rmSync(ballastFile)
  const probeResults = await readProbe.stop()
  const before = writers.acknowledged()
  const recoveredAfterMs = await waitUntil(async () => writers.acknowledged() > before, 60_000)
  await writers.stop()
  const report = await writers.verifyWrites(server.url)
  const violations = await listViolations(environment)
  const isAlive = server.getExitStatus() === null
  return [
    {
      check: `${walDiskFullName}: calls are refused clearly`,
      sampleCount: probeResults.length,
      result: formatStatusCounts(probeResults),
      hasPassed:
        isDown !== undefined &&
        probeResults.some(isClearRejection) &&
        probeResults.every(one => one.status === 200 || isClearRejection(one)),
    },
    {
      check: '  the process lives, and writes go on by themselves once there is room',
      sampleCount: 1,
      hasPassed:
        isAlive &&
        liveResult.status === 200 &&
        recoveredAfterMs !== undefined &&
        recoveredAfterMs < backWithinMs,
      result: `${isAlive ? 'alive' : 'it ended'}, live ${liveResult.status}; after ${formatSeconds(recoveredAfterMs ?? Number.POSITIVE_INFINITY)}`,
    },
    { check: '  nothing is lost by it', sampleCount: 1, ...toFindingResult(report) },
    {
      check: `  ${invariantCount} invariants after it`,
      sampleCount: 1,
      result: violations.join('; ') || 'all hold',
      hasPassed: violations.length === 0,
    },
  ]
}

function fillWithZeros(path: string) {
  const file = openSync(path, 'w')
  const chunk = Buffer.alloc(65_536, 1)
  try {
    for (;;) writeSync(file, chunk)
  } catch {
    // No space left: that is what it is for.
  } finally {
    closeSync(file)
  }
}

async function uploadImage(url: string, headers: Record<string, string>): Promise<ProbeResult> {
  const noise = Buffer.from(
    Array.from({ length: 300 * 300 * 3 }, () => Math.floor(Math.random() * 256)),
  )
  const image = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(image)]), 'noise.png')
  return sendProbe(url, '/api/media/upload', { method: 'POST', headers, body: form })
}
