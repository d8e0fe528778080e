import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type DeleteObjectCommandInput,
  GetObjectCommand,
  type GetObjectCommandInput,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandInput,
  ListObjectsV2Command,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { S3Driver } from 'flydrive/drivers/s3'
import type { WriteOptions } from 'flydrive/types'
import type { Bucket } from '../../bucket-config.ts'
import { BucketClient, maxAttempts, withTimeLimit } from './bucket-client.ts'
import type { OpenDiskFile } from './file-disk.ts'
import { isFileMissing } from './is-file-missing.ts'

/** How long a page or a call waits for a file: for its first bytes if it forwards them, or for all bytes. */
const requestLimitMs = 5000

type BucketClients = { limited: BucketClient; unlimited: BucketClient }
const clientsByAccess = new WeakMap<Bucket['access'], BucketClients>()

/** All disks of a process share the connections of two clients: of requests, and of jobs and commands. */
function getClients({ access }: Bucket): BucketClients {
  const clients = clientsByAccess.get(access) ?? {
    limited: new BucketClient(access, requestLimitMs),
    unlimited: new BucketClient(access),
  }
  clientsByAccess.set(access, clients)
  return clients
}

/** 10,000 parts of this size are 160 GB. */
const partBytes = 16 * 1024 * 1024

type BucketFile = { key: string; size: number; state: string }
type OpenBucketFile = OpenDiskFile & { state: string }

/**
 * Stores files in a folder of a bucket. The client retries requests that fail, and compares each upload
 * and download with its checksum. A file becomes visible when all its bytes are stored.
 */
class BucketDriver extends S3Driver {
  private readonly client: S3Client
  private readonly unlimitedClient: S3Client
  private readonly limitMs: number | undefined
  private readonly bucketParams: { Bucket: string }
  private readonly prefix: string
  constructor(bucket: Bucket, folder: string, isForRequests: boolean) {
    const { limited, unlimited } = getClients(bucket)
    const client = isForRequests ? limited : unlimited
    super({ client, bucket: bucket.name, visibility: 'private', supportsACL: false })
    this.client = client
    this.unlimitedClient = unlimited
    this.limitMs = isForRequests ? requestLimitMs : undefined
    this.bucketParams = { Bucket: bucket.name }
    this.prefix = bucket.prefix + folder
  }

  protected override createPutObjectCommand(client: S3Client, options: PutObjectCommandInput) {
    return super.createPutObjectCommand(client, this.locate(options))
  }
  protected override createHeadObjectCommand(client: S3Client, options: HeadObjectCommandInput) {
    return super.createHeadObjectCommand(client, this.locate(options))
  }
  protected override createDeleteObjectCommand(
    client: S3Client,
    options: DeleteObjectCommandInput,
  ) {
    return super.createDeleteObjectCommand(client, this.locate(options))
  }
  private locate<T extends { Key: string | undefined }>(options: T): T {
    return { ...options, Key: this.prefix + options.Key }
  }

  override put(key: string, contents: string | Uint8Array, options?: WriteOptions) {
    const sha256 = createHash('sha256').update(contents).digest('hex')
    return super.put(key, contents, { ...options, Metadata: { sha256 } })
  }
  /** The size of a stream is unknown, so it is sent in parts, which the service joins at its end. */
  override async putStream(key: string, contents: Readable, { Metadata }: WriteOptions = {}) {
    const [, format] = /\.(avif|webp)$/.exec(key) ?? []
    const upload = new Upload({
      client: this.client,
      params: {
        ...this.bucketParams,
        Key: this.prefix + key,
        Body: contents,
        ...(format && { ContentType: `image/${format}` }),
        ...(Metadata && { Metadata }),
      },
      partSize: partBytes,
      queueSize: 1,
    })
    await upload.done().catch(error => {
      const sourceError = contents.errored
      contents.destroy()
      throw sourceError ?? error
    })
  }

  override async get(key: string) {
    return Buffer.from(await this.getBytes(key)).toString()
  }
  override getBytes(key: string) {
    return withTimeLimit(this.limitMs, async request => {
      const { body } = await this.startDownload(key, request)
      return buffer(body)
    })
  }
  override async getStream(key: string) {
    const { body } = await this.openFile(key)
    return body
  }
  /** Returns undefined if the file does not exist. */
  async findFile(key: string): Promise<OpenBucketFile | undefined> {
    try {
      return await this.openFile(key)
    } catch (error) {
      if (isFileMissing(error)) return undefined
      throw error
    }
  }
  private openFile(key: string): Promise<OpenBucketFile> {
    return withTimeLimit(this.limitMs, request => this.startDownload(key, request))
  }
  /** Waits for the first bytes of a file. `request` aborts the download, also when its reader stops. */
  private async startDownload(key: string, request: AbortController): Promise<OpenBucketFile> {
    const input = { ...this.locate({ Key: key }), ...this.bucketParams }
    const { signal: abortSignal } = request
    const reply = await this.client.send(new GetObjectCommand(input), { abortSignal })
    const { ContentLength: size = 0, ETag } = reply
    const chunks = this.readWithRetries(input, reply, abortSignal)
    const body = createDownloadStream(await chunks.next(), chunks, request)
    return { size, state: `${size} ${ETag}`, body }
  }
  /**
   * Continues a download that was cut, if the file is still the same, and verifies its checksum. A slow reader causes
   * timeouts, so only attempts without a byte count as failures.
   */
  private async *readWithRetries(
    input: GetObjectCommandInput,
    firstReply: GetObjectCommandOutput,
    abortSignal: AbortSignal,
  ): AsyncGenerator<Buffer, undefined> {
    const { ETag: IfMatch, ContentLength, Metadata } = firstReply
    const hash = createHash('sha256')
    let reply = firstReply
    let position = 0
    let failures = 0
    for (;;) {
      try {
        for await (const chunk of toReadable(reply.Body)) {
          failures = 0
          position += chunk.length
          hash.update(chunk)
          yield chunk
        }
        break
      } catch (error) {
        failures += 1
        const isFinal = failures === maxAttempts || position === ContentLength
        if (isFinal || abortSignal.aborted) throw error
        const Range = `bytes=${position}-`
        const command = new GetObjectCommand({ ...input, Range, IfMatch })
        reply = await this.unlimitedClient.send(command, { abortSignal })
        if (!reply.ContentRange?.startsWith(`bytes ${position}-`)) throw error
      }
    }
    const { sha256 } = Metadata ?? {}
    if (sha256 !== undefined && sha256 !== hash.digest('hex'))
      throw Object.assign(
        new Error(`The bytes of ${input.Key} in the bucket differ from their checksum.`),
        { code: 'CHECKSUM_MISMATCH' },
      )
  }
  /** Returns the SHA-256 with which the file was stored, or undefined for a stream or a missing file. */
  async findHash(key: string): Promise<{ size: number; sha256: string | undefined } | undefined> {
    const input = { ...this.locate({ Key: key }), ...this.bucketParams }
    try {
      const { ContentLength, Metadata } = await this.client.send(new HeadObjectCommand(input))
      return { size: ContentLength ?? 0, sha256: Metadata?.['sha256'] }
    } catch (error) {
      if (isFileMissing(error)) return undefined
      throw error
    }
  }

  override async deleteAll(prefix: string) {
    // Without the slash, the folder `1` would include the folder `10`.
    for await (const { key } of this.list(`${prefix}/`)) await this.delete(key)
  }
  async *list(start = ''): AsyncGenerator<BucketFile> {
    const input = { ...this.bucketParams, Prefix: this.prefix + start }
    for (let ContinuationToken: string | undefined; ; ) {
      const reply = await this.client.send(
        new ListObjectsV2Command({ ...input, ContinuationToken }),
      )
      for (const { Key = '', Size: size = 0, ETag } of reply.Contents ?? [])
        yield { key: Key.slice(this.prefix.length), size, state: `${size} ${ETag}` }
      ContinuationToken = reply.NextContinuationToken
      if (!reply.IsTruncated || !ContinuationToken) return
    }
  }
}

/** Reads the next bytes when its reader requests them. Aborts the request if the reader stops before the end. */
function createDownloadStream(
  first: IteratorResult<Buffer, undefined>,
  chunks: AsyncGenerator<Buffer, undefined>,
  request: AbortController,
): Readable {
  let next: Promise<IteratorResult<Buffer, undefined>> | undefined = Promise.resolve(first)
  const body = new Readable({
    read() {
      const chunk = next ?? chunks.next()
      next = undefined
      chunk.then(
        ({ value }) => body.push(value ?? null),
        error => body.destroy(error),
      )
    },
    destroy(error, callback) {
      if (!body.readableEnded) request.abort()
      callback(error)
    },
  })
  return body
}

function toReadable(body: GetObjectCommandOutput['Body']): Readable {
  if (body instanceof Readable) return body
  throw new Error('The service has sent no body.')
}

/**
 * Opens a folder of a bucket, or the whole bucket. `folder` ends with a slash. `isForRequests` limits how long a
 * read waits for the start of a file.
 */
export const openBucket = (bucket: Bucket, folder = '', { isForRequests = false } = {}) =>
  new BucketDriver(bucket, folder, isForRequests)
