import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { type BucketService, createS3rverService } from './s3rver-service.ts'
import { StreamThrottle } from './stream-throttle.ts'

/** The replies of a service that is busy or rejects a request, by their codes. */
const rejections = {
  busy: [503, 'SlowDown'],
  denied: [403, 'AccessDenied'],
  expired: [400, 'ExpiredToken'],
  skewed: [403, 'RequestTimeTooSkewed'],
} as const

/**
 * How a request fails: it is rejected, the service does not reply or is gone, the connection is cut after a part of
 * the request or of the reply, or the reply has other bytes. If it is slow, the bytes of the request and of the reply
 * wait until the test sends the next piece.
 */
type Fault =
  | keyof typeof rejections
  | 'silent'
  | 'gone'
  | 'cutRequest'
  | 'cutReply'
  | 'damaged'
  | 'slow'
type FaultRule = { fault: Fault; method: string; count: number }

const bucketNames = ['store-files', 'other']

/**
 * Starts an S3 service with buckets, behind a proxy that can make requests fail. `env` are the variables with
 * which the app stores its files there.
 */
export async function startTestBucket(
  createService: (bucketNames: string[]) => Promise<BucketService> = createS3rverService,
) {
  const service = await createService(bucketNames)
  let server = await service.start()
  let rule: FaultRule | undefined
  const throttle = new StreamThrottle()
  const openReplies = new Set<ServerResponse>()
  const requestCounts = new Map<string, number>()
  const proxy = createServer((request, reply) => {
    const { method = '' } = request
    const isHit = rule && rule.count > 0 && method === rule.method
    if (rule && isHit) rule.count -= 1
    const isSkewed = !service.verifiesClock && hasSkewedClock(request)
    const chosenFault = isHit ? rule?.fault : undefined
    const fault = isSkewed ? 'skewed' : chosenFault
    requestCounts.set(method, (requestCounts.get(method) ?? 0) + 1)
    openReplies.add(reply)
    reply.once('close', () => openReplies.delete(reply))
    forward({ request, reply, servicePort: server.port, fault, throttle })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    env: {
      FILES_URL: `s3://${bucketNames[0]}/shop`,
      FILES_ENDPOINT: `http://127.0.0.1:${port}`,
      ...service.keys,
    },
    /** The next requests with this method fail. */
    fail(fault: Fault, method: string, count = Number.POSITIVE_INFINITY) {
      rule = { fault, method, count }
      throttle.pause()
    },
    recover() {
      rule = undefined
      throttle.resume()
    },
    /** How many slow requests and replies have a piece that waits. */
    countWaitingPieces: () => throttle.countWaiting(),
    sendWaitingPieces: () => throttle.sendWaiting(),
    countRequests: (method: string) => requestCounts.get(method) ?? 0,
    countOpenReplies: () => openReplies.size,
    kill: () => server.kill(),
    async restart() {
      server = await service.start()
    },
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await server.kill()
      await service.close()
    },
  }
}
export type TestBucket = Awaited<ReturnType<typeof startTestBucket>>

type ForwardedRequest = {
  request: IncomingMessage
  reply: ServerResponse
  servicePort: number
  fault: Fault | undefined
  throttle: StreamThrottle
}

function forward({ request, reply, servicePort, fault, throttle }: ForwardedRequest): void {
  if (fault === 'gone') {
    request.socket.destroy()
    return
  }
  if (fault === 'silent') {
    request.resume()
    return
  }
  if (fault && fault in rejections) {
    request.resume()
    sendRejection(reply, rejections[fault as keyof typeof rejections])
    return
  }
  if (fault === 'slow') {
    forwardSlowly({ request, reply, servicePort, throttle })
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

function forwardSlowly(forwardedRequest: Omit<ForwardedRequest, 'fault'>): void {
  const { request, reply, servicePort, throttle } = forwardedRequest
  const { method, url, headers } = request
  const limit = (source: AsyncIterable<Buffer>) => throttle.limit(source)
  const forwarded = sendRequest({ port: servicePort, method, path: url, headers }, received => {
    reply.writeHead(received.statusCode ?? 500, received.headers)
    reply.flushHeaders()
    pipeline(received, limit, reply).catch(() => forwarded.destroy())
  })
  pipeline(request, limit, forwarded).catch(() => request.socket.destroy())
}

/** The time of the machine, also in a test that changes the clock of its process. */
const getRealTime = () => performance.timeOrigin + performance.now()

/** Returns whether the clock of the client differs by more than 15 minutes. */
function hasSkewedClock({ headers }: IncomingMessage): boolean {
  const [, date, hour, minute, second] =
    /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? []
  if (date === undefined) return false
  const day = date.replace(/(....)(..)(..)/, '$1-$2-$3')
  const sentAt = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Math.abs(sentAt - getRealTime()) > 15 * 60_000
}

function sendRejection(reply: ServerResponse, [status, code]: readonly [number, string]) {
  const date = new Date(getRealTime()).toUTCString()
  reply.writeHead(status, { 'content-type': 'application/xml', connection: 'close', date })
  reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
