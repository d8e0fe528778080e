import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { BucketAccess } from '../../bucket-config.ts'
import { describeOperatorFailure } from '../../bucket-failure.ts'

/** How often a request is sent at most when the service or the network fails. */
export const maxAttempts = 4

/** A reader with a slow connection uses a socket until it has its file. */
const maxSockets = 256

/** The commands to which the limit of a client applies. */
const limitedCommands = [GetObjectCommand, HeadObjectCommand, DeleteObjectCommand]

const reportIntervalMs = 10 * 60_000
/** When the clients of an access have logged a failure. */
const reportTimes = new WeakMap<BucketAccess, Map<string, number>>()

/**
 * Sends requests to the service of a bucket, and failed ones again. If the clock of the machine is
 * wrong, the library corrects the time of the requests. Failures that only the operator can repair are
 * logged.
 *
 * `replyLimitMs` is the time limit for the first bytes of a file, its metadata or its deletion, over all attempts.
 */
export class BucketClient extends S3Client {
  private readonly replyLimitMs: number | undefined
  private readonly reportedAt: Map<string, number>

  constructor(access: BucketAccess, replyLimitMs?: number) {
    const { endpoint, region, keys } = access
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
    this.replyLimitMs = replyLimitMs
    this.reportedAt = reportTimes.get(access) ?? new Map()
    reportTimes.set(access, this.reportedAt)
  }

  /** Supports no callback, because no caller passes one. The library defines the types of the commands. */
  override async send(command: never, options?: object): Promise<never> {
    const limit = new AbortController()
    const isLimited = limitedCommands.some(kind => Object(command) instanceof kind)
    const timer =
      this.replyLimitMs !== undefined && isLimited
        ? setTimeout(() => limit.abort(), this.replyLimitMs)
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
    const failure = describeOperatorFailure(error)
    if (failure === undefined) return
    const now = performance.now()
    if (now - (this.reportedAt.get(failure) ?? Number.NEGATIVE_INFINITY) < reportIntervalMs) return
    this.reportedAt.set(failure, now)
    process.emitWarning(`Files in the bucket cannot be used. ${failure}`)
  }
}

const createTimeoutError = () =>
  Object.assign(new Error('The bucket did not reply in time.'), { code: 'BUCKET_TIMEOUT' })
