import { mkdtemp, rm } from 'node:fs/promises'
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/**
 * How a request fails: the service is busy or gone, the keys lack a permission, the connection is cut after a part of
 * the request or of the reply, or the reply has other bytes.
 */
type Fault = 'busy' | 'gone' | 'denied' | 'cutRequest' | 'cutReply' | 'damaged'
type FaultRule = { fault: Fault; method: string; count: number }

const bucketName = 'store-files'

/**
 * Starts an S3 server with a bucket, behind a proxy that lets requests fail. `env` are the variables with
 * which the app stores its files there.
 */
export async function startTestBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'storewright-bucket-'))
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    // Its signature for the path of a bucket differs from that of AWS.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucketName }, { name: 'other' }],
  })
  const { port: servicePort } = await service.run()
  let rule: FaultRule | undefined
  const proxy = createServer((request, reply) => {
    const isHit = rule && rule.count > 0 && request.method === rule.method
    if (rule && isHit) rule.count -= 1
    forward({ request, reply, servicePort, fault: isHit ? rule?.fault : undefined })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    env: {
      FILES_URL: `s3://${bucketName}/shop`,
      FILES_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_ACCESS_KEY: 'S3RVER',
      FILES_SECRET_KEY: 'S3RVER',
    },
    /** The next requests with this method fail. */
    fail(fault: Fault, method: string, count = Number.POSITIVE_INFINITY) {
      rule = { fault, method, count }
    },
    recover() {
      rule = undefined
    },
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await service.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
export type TestBucket = Awaited<ReturnType<typeof startTestBucket>>

type ForwardedRequest = {
  request: IncomingMessage
  reply: ServerResponse
  servicePort: number
  fault: Fault | undefined
}

function forward({ request, reply, servicePort, fault }: ForwardedRequest): void {
  if (fault === 'gone') {
    request.socket.destroy()
    return
  }
  if (fault === 'busy' || fault === 'denied') {
    request.resume()
    sendError(reply, fault)
    return
  }
  const { method, url, headers } = request
  const forwarded = sendRequest({ port: servicePort, method, path: url, headers }, received => {
    reply.writeHead(received.statusCode ?? 500, received.headers)
    let isFirst = true
    received.on('data', (chunk: Buffer) => {
      if (isFirst && fault === 'damaged') chunk[0] = (chunk[0] ?? 0) ^ 1
      const isCut = isFirst && fault === 'cutReply'
      isFirst = false
      if (isCut) reply.write(chunk.subarray(0, chunk.length / 2), () => request.socket.destroy())
      else if (!request.socket.destroyed) reply.write(chunk)
    })
    received.on('end', () => fault !== 'cutReply' && reply.end())
  })
  forwarded.on('error', () => request.socket.destroy())
  request.on('data', (chunk: Buffer) => {
    const isCut = fault === 'cutRequest'
    forwarded.write(isCut ? chunk.subarray(0, chunk.length / 2) : chunk)
    if (!isCut) return
    request.socket.destroy()
    forwarded.destroy()
  })
  request.on('end', () => forwarded.end())
}

function sendError(reply: ServerResponse, fault: 'busy' | 'denied') {
  const [status, code] = fault === 'busy' ? [503, 'SlowDown'] : [403, 'AccessDenied']
  reply.writeHead(status, { 'content-type': 'application/xml', connection: 'close' })
  reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
