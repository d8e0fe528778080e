import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { FaultPlace, type Finding, untilHolds } from './fault-place.ts'
import { brokenInvariants, invariantCount } from './invariants.ts'
import { judge } from './kill-server.ts'
import { isClear, keepLooking, type Look, look, seconds, tally } from './probe.ts'
import { openWriters } from './writers.ts'

const fault = 'a full disk'
const walFault = 'a full disk with the log of what was written on it'
const backWithinMs = 5000
/** Longer than twenty tries to start take. */
const downForMs = 30_000

/** The database and the pictures lie on a small disk of their own that fills up; the log of what was written lies elsewhere. */
export const fullDisk = (megabytes: number): Promise<Finding[]> =>
  onSmallDisk(fault, megabytes, async place => {
    await moveWal(place)
    return fill(place)
  })

/** The log of what was written lies on the full disk too: the database stops itself, and is back once there is room. */
export const fullWal = (megabytes: number): Promise<Finding[]> =>
  onSmallDisk(walFault, megabytes, stopByWal)

async function onSmallDisk(
  name: string,
  megabytes: number,
  work: (place: FaultPlace) => Promise<Finding[]>,
): Promise<Finding[]> {
  let isMounted = false
  const prepare = (folder: string) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    isMounted = true
  }
  const unmount = (folder: string) => {
    if (isMounted) execFileSync('umount', ['-l', folder])
    rmSync(walOf(folder), { recursive: true, force: true })
  }
  const place = await FaultPlace.open({ prepare, cleanUp: unmount }).catch(error => {
    if (isMounted) throw error
    return undefined
  })
  if (!place)
    return [
      {
        fault: name,
        n: 0,
        figure: 'a small disk can be mounted by root alone',
        isRight: true,
        isSkipped: true,
      },
    ]
  try {
    return await work(place)
  } finally {
    await place.close()
  }
}

const walOf = (folder: string) => `${folder}-wal`

/** Where it is full, the database stops itself until somebody makes room, which `fullWal` is about. */
async function moveWal(place: FaultPlace) {
  await place.stopDatabase()
  const [from, to] = [join(place.folder, 'postgres/pg_wal'), join(walOf(place.folder), 'pg_wal')]
  mkdirSync(walOf(place.folder))
  chmodSync(walOf(place.folder), 0o711)
  execFileSync('cp', ['-a', from, to])
  rmSync(from, { recursive: true })
  symlinkSync(to, from)
  await place.startDatabase()
}

async function fill(place: FaultPlace): Promise<Finding[]> {
  const server = await place.startServer()
  const writers = await openWriters(place, () => [server.url], 4)
  await untilHolds(async () => writers.acknowledged() > 20, 30_000)
  const ballast = join(place.folder, 'ballast')
  fillUp(ballast)
  const isRefused = await untilHolds(async () => (writers.failures.get('503') ?? 0) > 5, 30_000)
  const { 'content-type': _, ...headers } = await place.headers()
  const reads = await Promise.all(
    ['/api/order/getAll', '/api/product/getAll', '/health/live'].map(path =>
      look(server.url, path, { headers }),
    ),
  )
  const upload = await sendPicture(server.url, headers)
  rmSync(ballast)
  const before = writers.acknowledged()
  const back = await untilHolds(async () => writers.acknowledged() > before, 30_000)
  const uploadAfter = await sendPicture(server.url, headers)
  await writers.stop()
  const verdict = await writers.settle(server.url)
  const broken = await brokenInvariants(place)
  const isAlive = server.ended() === null
  const others = [...writers.failures]
    .filter(([word]) => word !== '503')
    .map(([word, times]) => `${word} × ${times}`)
  return [
    {
      fault: `${fault}: writes are refused`,
      n: writers.failures.get('503') ?? 0,
      figure: `503 × ${writers.failures.get('503') ?? 0}${others.length > 0 ? `, but also ${others.join(', ')}` : ''}`,
      isRight: isRefused !== undefined && others.length === 0,
    },
    {
      fault: '  reads go on',
      n: reads.length,
      figure: tally(reads),
      isRight: reads.every(one => one.status === 200),
    },
    {
      fault: '  a picture is refused, and taken once there is room',
      n: 2,
      figure: `${upload.status}, then ${uploadAfter.status}`,
      isRight: isClear(upload) && uploadAfter.status === 201,
    },
    {
      fault: '  writes go on by themselves once there is room',
      n: 1,
      figure: `${isAlive ? 'alive' : 'it ended'}; after ${seconds(back ?? Number.POSITIVE_INFINITY)}`,
      isRight: isAlive && back !== undefined && back < backWithinMs,
    },
    { fault: '  nothing is lost by it', n: 1, ...judge(verdict) },
    {
      fault: `  ${invariantCount} invariants after it`,
      n: 1,
      figure: broken.join('; ') || 'all hold',
      isRight: broken.length === 0,
    },
  ]
}

async function stopByWal(place: FaultPlace): Promise<Finding[]> {
  const server = await place.startServer()
  const headers = await place.headers()
  const writers = await openWriters(place, () => [server.url], 4)
  await untilHolds(async () => writers.acknowledged() > 20, 30_000)
  const ballast = join(place.folder, 'ballast')
  fillUp(ballast)
  // What is written goes into room that was set aside; this uses it up.
  const isDown = await untilHolds(
    () =>
      place
        .ask(sql => sql`select pg_switch_wal()`)
        .then(
          () => false,
          () => true,
        ),
    60_000,
  )
  // Again and again it is started again, finds no room, and ends.
  const looking = keepLooking(2, () => look(server.url, '/api/order/getAll', { headers }))
  await sleep(downForMs)
  const live = await look(server.url, '/health/live')
  rmSync(ballast)
  const looks = await looking.stop()
  const before = writers.acknowledged()
  const back = await untilHolds(async () => writers.acknowledged() > before, 60_000)
  await writers.stop()
  const verdict = await writers.settle(server.url)
  const broken = await brokenInvariants(place)
  const isAlive = server.ended() === null
  return [
    {
      fault: `${walFault}: calls are refused clearly`,
      n: looks.length,
      figure: tally(looks),
      isRight:
        isDown !== undefined &&
        looks.some(isClear) &&
        looks.every(one => one.status === 200 || isClear(one)),
    },
    {
      fault: '  the process lives, and writes go on by themselves once there is room',
      n: 1,
      isRight: isAlive && live.status === 200 && back !== undefined && back < backWithinMs,
      figure: `${isAlive ? 'alive' : 'it ended'}, live ${live.status}; after ${seconds(back ?? Number.POSITIVE_INFINITY)}`,
    },
    { fault: '  nothing is lost by it', n: 1, ...judge(verdict) },
    {
      fault: `  ${invariantCount} invariants after it`,
      n: 1,
      figure: broken.join('; ') || 'all hold',
      isRight: broken.length === 0,
    },
  ]
}

function fillUp(path: string) {
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

async function sendPicture(url: string, headers: Record<string, string>): Promise<Look> {
  const noise = Buffer.from(
    Array.from({ length: 300 * 300 * 3 }, () => Math.floor(Math.random() * 256)),
  )
  const picture = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture)]), 'noise.png')
  return look(url, '/api/media/upload', { method: 'POST', headers, body: form })
}
