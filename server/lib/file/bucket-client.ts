import {
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { BucketAccess } from '../../bucket-config.ts'
import { describeOperatorFailure } from '../../bucket-failure.ts'

/** How often a request is sent at most when the service or the network fails. */
export const maxAttempts = 4

/** A reader with a slow connection uses a socket until it has its file. */
const maxSockets = 256

/** The commands to which the limit of a client applies. The driver applies it to downloads. */
const limitedCommands = [HeadObjectCommand, DeleteObjectCommand]
const uploadCommands = [PutObjectCommand, UploadPartCommand]
type CommandKind = (typeof limitedCommands)[number] | (typeof uploadCommands)[number]

const reportIntervalMs = 10 * 60_000
/** When the clients of an access have logged a failure. */
const reportTimes = new WeakMap<BucketAccess, Map<string, number>>()

/**
 * Sends requests to the service of a bucket, and failed ones again. If the clock of the machine is
 * wrong, the library corrects the time of the requests. Failures that only the operator can repair are
 * logged.
 *
 * `limitMs` is the time limit for a file, its metadata or its deletion, over all attempts.
 */
export class BucketClient extends S3Client {
  private readonly limitMs: number | undefined
  private readonly reportedAt: Map<string, number>

  constructor(access: BucketAccess, limitMs?: number) {
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
    this.limitMs = limitMs
    this.reportedAt = reportTimes.get(access) ?? new Map()
    reportTimes.set(access, this.reportedAt)
  }

  /** Supports no callback, because no caller passes one. The library defines the types of the commands. */
  override async send(command: never, options?: object): Promise<never> {
    const isOneOf = (kinds: CommandKind[]) => kinds.some(kind => Object(command) instanceof kind)
    if (!options && isOneOf(limitedCommands))
      return withTimeLimit(this.limitMs, ({ signal: abortSignal }) =>
        this.send(command, { abortSignal }),
      )
    try {
      // This timeout would include the upload, which takes long if the service is slow.
      const requestOptions = isOneOf(uploadCommands) ? { ...options, requestTimeout: 0 } : options
      return (await super.send(command, requestOptions)) as never
    } catch (error) {
      this.report(error)
      throw error
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

/** Aborts the request of `work` after the limit and throws an error that becomes status 503. */
export async function withTimeLimit<T>(
  limitMs: number | undefined,
  work: (request: AbortController) => Promise<T>,
): Promise<T> {
  const request = new AbortController()
  let hasTimedOut = false
  const abort = () => {
    hasTimedOut = true
    request.abort()
  }
  const timer = limitMs === undefined ? undefined : setTimeout(abort, limitMs)
  try {
    return await work(request)
  } catch (error) {
    throw hasTimedOut ? createTimeoutError() : error
  } finally {
    clearTimeout(timer)
  }
}

const createTimeoutError = () =>
  Object.assign(new Error('The bucket did not reply in time.'), { code: 'BUCKET_TIMEOUT' })
