import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { BucketAccess } from '../../bucket-config.ts'
import { findOperatorTask } from '../../bucket-failure.ts'

/** How often a request is sent at most when the service or the network fails. */
export const maxAttempts = 4

/** A reader with a slow connection uses a socket until it has its file. */
const maxSockets = 256

/** How long a page or a call waits for the start of a file, with all attempts. */
const replyLimitMs = 5000
const limitedCommands = [GetObjectCommand, HeadObjectCommand, DeleteObjectCommand]

const reportIntervalMs = 10 * 60_000

/**
 * Sends requests to the service of a bucket. Failed requests are sent again, and the offset of a wrong
 * clock is corrected by the library. Failures that only the operator can repair are logged.
 */
export class BucketClient extends S3Client {
  private readonly reportedAt = new Map<string, number>()

  constructor({ endpoint, region, keys }: BucketAccess) {
    super({
      region,
      maxAttempts,
      ...(keys && { credentials: keys }),
      // Services other than AWS often have no host name for each bucket.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      // A busy service is slow. One that sends nothing for this time will not reply.
      requestHandler: {
        connectionTimeout: 3000,
        requestTimeout: 10_000,
        throwOnRequestTimeout: true,
        socketTimeout: 10_000,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
    })
  }

  /** Without a callback, as all callers use it. The types of the commands are those of the library. */
  override async send(command: never, options?: object): Promise<never> {
    const limit = new AbortController()
    const timer = limitedCommands.some(kind => Object(command) instanceof kind)
      ? setTimeout(() => limit.abort(), replyLimitMs)
      : undefined
    try {
      return (await super.send(command, { abortSignal: limit.signal, ...options })) as never
    } catch (error) {
      if (limit.signal.aborted) throw createTimeoutError()
      this.report(error)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  private report(error: unknown) {
    const task = findOperatorTask(error)
    if (task === undefined) return
    const now = performance.now()
    if (now - (this.reportedAt.get(task) ?? Number.NEGATIVE_INFINITY) < reportIntervalMs) return
    this.reportedAt.set(task, now)
    process.emitWarning(`Files in the bucket cannot be used. ${task}`)
  }
}

/** The code is that of a connection that receives nothing, which a caller reports as unavailable. */
const createTimeoutError = () =>
  Object.assign(new Error('The bucket did not reply in time.'), { code: 'ETIMEDOUT' })
