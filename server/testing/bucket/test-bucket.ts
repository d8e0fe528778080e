import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
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

/** The replies of a service that is busy or rejects a request, by their codes. */
const rejections = {
  busy: [503, 'SlowDown'],
  denied: [403, 'AccessDenied'],
  expired: [400, 'ExpiredToken'],
  skewed: [403, 'RequestTimeTooSkewed'],
} as const

/**
 * How a request fails: it is rejected, the service does not reply or is gone, the connection is cut after a part of
 * the request or of the reply, or the reply has other bytes.
 */
type Fault = keyof typeof rejections | 'silent' | 'gone' | 'cutRequest' | 'cutReply' | 'damaged'
type FaultRule = { fault: Fault; method: string; count: number }

const bucketNames = ['store-files', 'other']

/**
 * Starts an S3 server with buckets, behind a proxy that lets requests fail. `env` are the variables with
 * which the app stores its files there.
 */
export async function startTestBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'storewright-bucket-'))
  let service = await startService(directory)
  let rule: FaultRule | undefined
  const proxy = createServer((request, reply) => {
    const isHit = rule && rule.count > 0 && request.method === rule.method
    if (rule && isHit) rule.count -= 1
    const fault = isHit ? rule?.fault : undefined
    forward({ request, reply, servicePort: service.port, fault })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    env: {
      FILES_URL: `s3://${bucketNames[0]}/shop`,
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
    /** Ends the S3 server with SIGKILL. Until it runs again, connections are refused. */
    kill: () => service.kill(),
    async restart() {
      service = await startService(directory)
    },
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await service.kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
export type TestBucket = Awaited<ReturnType<typeof startTestBucket>>

async function startService(directory: string) {
  const program = join(import.meta.dirname, 'run-s3-server.ts')
  const server: ChildProcess = fork(program, [directory, ...bucketNames], { execArgv: [] })
  const exit = once(server, 'exit')
  const failure = exit.then(() => {
    throw new Error('The S3 server has ended.')
  })
  failure.catch(() => {})
  const [port] = await Promise.race([once(server, 'message'), failure])
  return {
    port: Number(port),
    async kill() {
      server.kill('SIGKILL')
      await exit
    },
  }
}

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
  if (fault === 'silent') {
    request.resume()
    return
  }
  const rejection = isSkewed(request) ? 'skewed' : fault
  if (rejection && rejection in rejections) {
    request.resume()
    sendRejection(reply, rejections[rejection as keyof typeof rejections])
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

/** The time of the machine, also in a test that changes the clock of its process. */
const getRealTime = () => performance.timeOrigin + performance.now()

/**
 * Returns whether the clock of the client differs by more than 15 minutes. The S3 server of tests does
 * not check this.
 */
function isSkewed({ headers }: IncomingMessage): boolean {
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
