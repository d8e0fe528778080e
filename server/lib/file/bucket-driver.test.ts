import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import type { Disk } from 'flydrive'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeBucketFailure } from '../../bucket-failure.ts'
import { type Config, readConfig } from '../../config.ts'
import {
  createCephService,
  foreignBucketName,
  hasCeph,
  openCephClient,
} from '../../testing/bucket/ceph-service.ts'
import { type BucketService, createS3rverService } from '../../testing/bucket/s3rver-service.ts'
import { startTestBucket, type TestBucket } from '../../testing/bucket/test-bucket.ts'
import { toProblem } from '../call/problem.ts'
import { loadBucketDriver, openDisk, openRequestDisk } from './disk.ts'
import { openInstallationFiles } from './installation-files.ts'
import { isFileMissing } from './is-file-missing.ts'

let bucket: TestBucket
let config: Config
let disk: Disk
afterEach(() => {
  bucket.recover()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const bytes = Buffer.alloc(300_000, 'abcdefg')
const streamOf = (...chunks: Buffer[]) => Readable.from(chunks, { objectMode: false })

/** Waits for a state of the service, also while the timers of this process are fake. */
async function waitUntil(isDone: () => boolean) {
  while (!isDone()) await setImmediate()
}
const waitForPieces = (count: number) => waitUntil(() => bucket.countWaitingPieces() === count)

describe('in a bucket of s3rver', () => testBucket(createS3rverService))
describe.skipIf(!hasCeph)('in a bucket of Ceph', () => {
  testBucket(createCephService)
  testCompleteService()
})

function testBucket(createService: (bucketNames: string[]) => Promise<BucketService>) {
  beforeAll(async () => {
    bucket = await startTestBucket(createService)
    config = readConfig(bucket.env)
    await loadBucketDriver(config)
    disk = openDisk(config)
  })
  afterAll(() => bucket.close())

  test('stores, reads and deletes files, each folder for itself', async () => {
    await disk.put('1/a/800.webp', bytes)
    await disk.putStream('1/a/400.webp', streamOf(bytes, bytes))
    await disk.put('1/ab/800.webp', 'other folder')
    await openDisk(config, 'mail').put('1/a/800.webp', 'other disk')
    expect(Buffer.from(await disk.getBytes('1/a/800.webp')).equals(bytes)).toBe(true)
    expect(await disk.getMetaData('1/a/400.webp')).toMatchObject({ contentLength: 600_000 })
    await disk.deleteAll('1/a')
    await disk.delete('1/never')
    expect(await disk.exists('1/a/800.webp')).toBe(false)
    expect(await disk.get('1/ab/800.webp')).toBe('other folder')
    expect(await openDisk(config, 'mail').get('1/a/800.webp')).toBe('other disk')
    expect(await disk.getStream('1/a/800.webp').catch(isFileMissing)).toBe(true)
    expect(await disk.getMetaData('1/a/800.webp').catch(isFileMissing)).toBe(true)
  })

  test('stores a large stream in parts, and nothing of one that fails', async () => {
    const part = Buffer.alloc(9_000_000, 'x')
    await disk.putStream('2/large', streamOf(part, part, part))
    expect(await disk.getMetaData('2/large')).toMatchObject({ contentLength: 27_000_000 })
    const failing = Readable.from(
      (async function* () {
        yield part
        yield part
        throw new Error('The upload was aborted.')
      })(),
    )
    await expect(disk.putStream('2/failed', failing)).rejects.toMatchObject({
      cause: { message: 'The upload was aborted.' },
    })
    expect(await disk.exists('2/failed')).toBe(false)
  })

  test('retries requests while the service is busy, gone or cuts the connection', async () => {
    for (const fault of ['busy', 'gone', 'cutRequest'] as const) {
      bucket.fail(fault, 'PUT', 1)
      await disk.put(`3/${fault}`, bytes)
      bucket.fail(fault, 'GET', fault === 'cutRequest' ? 0 : 1)
      expect(Buffer.from(await disk.getBytes(`3/${fault}`)).equals(bytes)).toBe(true)
    }
  })

  test('continues a download that was cut while each attempt receives bytes', async () => {
    await disk.put('4/cut', bytes)
    bucket.fail('cutReply', 'GET', 6)
    expect(Buffer.from(await disk.getBytes('4/cut')).equals(bytes)).toBe(true)
    bucket.fail('cutReply', 'GET')
    await expect(disk.getBytes('4/cut')).rejects.toThrow()
  })

  test('waits longer for the rest of a cut download than for its start', async () => {
    await disk.put('4/slow', bytes)
    bucket.fail('cutReply', 'GET', 1)
    const download = await openRequestDisk(config).getStream('4/slow')
    bucket.fail('silent', 'GET')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reading = buffer(download)
    const onEnd = vi.fn()
    reading.then(onEnd, onEnd)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    await vi.advanceTimersByTimeAsync(5100)
    expect(onEnd).not.toHaveBeenCalled()
    bucket.recover()
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalled())
    expect((await reading).equals(bytes)).toBe(true)
  })

  test('does not accept bytes that were damaged on the way', async () => {
    await disk.put('5/damaged', bytes)
    bucket.fail('damaged', 'GET', 1)
    await expect(disk.getBytes('5/damaged')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('differ from their checksum') },
    })
  })

  test('a service that is gone or rejects the keys is unavailable, and stores nothing', async () => {
    for (const fault of ['gone', 'denied'] as const) {
      bucket.fail(fault, 'PUT')
      const error = await disk.put(`6/${fault}`, bytes).catch(reason => reason)
      expect(toProblem(error)).toMatchObject({ status: 503 })
      bucket.recover()
      expect(await disk.exists(`6/${fault}`)).toBe(false)
    }
  })

  test('a request fails if the service does not reply for five seconds, and a job waits', async () => {
    await disk.put('7/slow', bytes)
    bucket.fail('silent', 'GET')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const onEnd = vi.fn()
    const readingInJob = disk.getBytes('7/slow')
    readingInJob.then(onEnd, onEnd)
    const reading = openRequestDisk(config)
      .getBytes('7/slow')
      .catch(reason => reason)
    await vi.advanceTimersByTimeAsync(4900)
    expect(await Promise.race([reading, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(200)
    const error = await reading
    expect(error.cause.message).toBe('The bucket did not reply in time.')
    expect(toProblem(error).status).toBe(503)
    const otherTimeout = Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' })
    expect(toProblem(new Error('fetch failed', { cause: otherTimeout })).status).toBe(500)
    expect(onEnd).not.toHaveBeenCalled()
    bucket.recover()
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalled())
    expect(Buffer.from(await readingInJob).equals(bytes)).toBe(true)
  })

  test('a request stops reading a slow file after five seconds, and a job reads all of it', async () => {
    await disk.put('17/slow', bytes)
    bucket.fail('slow', 'GET')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const requestDisk = openRequestDisk(config)
    const requestEnd = vi.fn()
    const reading = requestDisk.getBytes('17/slow').catch(reason => reason)
    reading.then(requestEnd)
    const readingInJob = disk.getBytes('17/slow')
    const stream = requestDisk.getStream('17/slow')
    for (let second = 1; second < 5; second += 1) {
      await waitForPieces(3)
      bucket.sendWaitingPieces()
      await vi.advanceTimersByTimeAsync(1000)
    }
    const forwardedBytes = buffer(await stream)
    expect(requestEnd).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1100)
    const error = await reading
    expect(error.cause.message).toBe('The bucket did not reply in time.')
    expect(toProblem(error).status).toBe(503)
    await vi.advanceTimersByTimeAsync(60_000)
    await waitUntil(() => bucket.countOpenReplies() === 2)
    bucket.recover()
    expect(Buffer.from(await readingInJob).equals(bytes)).toBe(true)
    expect((await forwardedBytes).equals(bytes)).toBe(true)
  })

  test('a request fails and closes its connection if only the headers of a file arrive', async () => {
    await disk.put('18/slow', bytes)
    bucket.fail('slow', 'GET')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = openRequestDisk(config)
      .getStream('18/slow')
      .catch(reason => reason)
    await waitForPieces(1)
    await vi.advanceTimersByTimeAsync(5100)
    expect(toProblem(await opening).status).toBe(503)
    await waitUntil(() => bucket.countOpenReplies() === 0)
  })

  test('ends a download when its reader stops, also while it waits for the service', async () => {
    await disk.put('19/stopped', bytes)
    bucket.fail('slow', 'GET')
    // The limits of the client would end the download too.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = openRequestDisk(config).getStream('19/stopped')
    await waitForPieces(1)
    bucket.sendWaitingPieces()
    const download = await opening
    download.resume()
    await waitForPieces(1)
    download.destroy()
    await waitUntil(() => bucket.countOpenReplies() === 0)
  })

  test('sends a file to a slow service in one attempt, however long that takes', async () => {
    const putCount = bucket.countRequests('PUT')
    bucket.fail('slow', 'PUT')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const uploads = [disk.put('20/file', bytes), disk.putStream('20/stream', streamOf(bytes))]
    await waitForPieces(2)
    await vi.advanceTimersByTimeAsync(60_000)
    bucket.recover()
    await Promise.all(uploads)
    expect(bucket.countRequests('PUT')).toBe(putCount + 2)
    expect(Buffer.from(await disk.getBytes('20/stream')).equals(bytes)).toBe(true)
  })

  test('credentials that expire at run time are logged once, and work again when renewed', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    bucket.fail('expired', 'PUT')
    for (const _ of [1, 2]) {
      const error = await disk.put('8/expired', bytes).catch(reason => reason)
      expect(toProblem(error)).toMatchObject({ status: 503, details: { retryAfterSeconds: 30 } })
    }
    expect(warn.mock.calls).toEqual([
      ['Files in the bucket cannot be used. The keys have expired. Renew them.'],
    ])
    bucket.recover()
    await disk.put('8/expired', bytes)
  })

  test('stores and reads files with a clock that differs from that of the service', async () => {
    const ownConfig = readConfig(bucket.env)
    for (const hours of [2, -2]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      await openDisk(ownConfig).put(`9/${hours}`, bytes)
      expect(await openDisk(ownConfig).getMetaData(`9/${hours}`)).toMatchObject({
        contentLength: bytes.length,
      })
      vi.useRealTimers()
    }
  })

  test('reads what it has stored after the service was killed', async () => {
    await disk.put('10/kept', bytes)
    await bucket.kill()
    const error = await disk.put('10/lost', bytes).catch(reason => reason)
    expect(toProblem(error)).toMatchObject({ status: 503 })
    await bucket.restart()
    expect(Buffer.from(await disk.getBytes('10/kept')).equals(bytes)).toBe(true)
    expect(await disk.exists('10/lost')).toBe(false)
  })

  test('returns the size and the hash of a file, and of a stream if its writer passed the hash', async () => {
    const files = await openInstallationFiles(config)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await disk.put('13/file', bytes)
    await files.write('media/13/stream', streamOf(bytes), sha256)
    await files.write('media/13/unknown', streamOf(bytes), undefined)
    expect(await files.findHash('media/13/file')).toEqual({ size: 300_000, sha256 })
    expect(await files.findHash('media/13/stream')).toEqual({ size: 300_000, sha256 })
    expect(await files.findHash('media/13/unknown')).toEqual({ size: 300_000 })
    expect(await files.findHash('media/13/missing')).toBeUndefined()
    expect(await files.open('media/13/missing')).toBeUndefined()
  })
}

/** Tests functions that s3rver lacks: further pages of a list, `If-Match`, lists of parts and permissions. */
function testCompleteService() {
  test('lists and deletes more files than one reply contains', async () => {
    const files = await openInstallationFiles(config)
    const keys = Array.from({ length: 1010 }, (_, index) => `11/many/${index}`)
    for (let start = 0; start < keys.length; start += 20)
      await Promise.all(keys.slice(start, start + 20).map(key => disk.put(key, key)))
    const listFiles = () =>
      Array.fromAsync(files.list(), ({ path }) => path).then(paths =>
        paths.filter(path => path.startsWith('media/11/')),
      )
    expect(new Set(await listFiles())).toEqual(new Set(keys.map(key => `media/${key}`)))
    await disk.deleteAll('11/many')
    expect(await listFiles()).toEqual([])
  })

  test('does not join a cut download with the bytes of a newer file', async () => {
    await disk.putStream('12/changed', streamOf(bytes))
    bucket.fail('cutReply', 'GET')
    const download = await disk.getStream('12/changed')
    await disk.put('12/changed', Buffer.alloc(bytes.length, 'x'))
    bucket.recover()
    await expect(buffer(download)).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } })
  })

  test('keeps no parts of an upload that failed', async () => {
    const part = Buffer.alloc(20_000_000, 'x')
    const failing = Readable.from(
      (async function* () {
        yield part
        throw new Error('The upload was aborted.')
      })(),
    )
    await expect(disk.putStream('14/failed', failing)).rejects.toThrow()
    const client = openCephClient(bucket.env.FILES_ENDPOINT, bucket.env)
    const { Uploads } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: config.bucket?.name }),
    )
    expect(Uploads).toBeUndefined()
    client.destroy()
  })

  test.each([
    ['an unknown key', { FILES_ACCESS_KEY: 'UNKNOWN' }, 'The service rejects the keys.'],
    ['a wrong secret', { FILES_SECRET_KEY: 'wrong' }, 'The service rejects the keys.'],
    ['no bucket', { FILES_URL: 's3://no-such-bucket' }, 'There is no such bucket.'],
    [
      'the bucket of another user',
      { FILES_URL: `s3://${foreignBucketName}` },
      'The keys need the permissions',
    ],
  ])('explains %s', async (_, env, explanation) => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const otherDisk = openDisk(readConfig({ ...bucket.env, ...env }))
    for (const access of [() => otherDisk.put('15/file', bytes), () => otherDisk.get('15/file')]) {
      const error = await access().catch(reason => reason)
      expect(describeBucketFailure(error)).toEqual({
        reason: expect.stringContaining(explanation),
        needsOperator: true,
      })
    }
  })
}
