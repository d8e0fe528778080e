import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '../call/problem.ts'

/** Timeouts in milliseconds: long enough for slow connections, and short enough to free sockets. */
export const socketTimeouts = {
  /** From the first byte of a request to the end of its headers. */
  headers: 15_000,
  /** A whole request with its files. `minUploadSpeed` limits slow ones. */
  request: 600_000,
  /** A socket without data in either direction. Event streams send data every 20 s. */
  idle: 60_000,
  /** How long a connection stays open for the next request. */
  keepAlive: 72_000,
  /** How often sockets are checked. */
  checkInterval: 5000,
}
/**
 * The minimum average speed of a body since its start: far below mobile networks, far above one
 * byte per second.
 */
const minUploadSpeed = { graceMs: 15_000, bytesPerSecond: 2000 }
export const maxHeaderBytes = 16 * 1024

export function limitSockets(server: Server, maxConnections: number): void {
  server.maxConnections = maxConnections
  server.maxHeadersCount = 100
  server.on('request', (request, reply) => {
    if (!request.headers['transfer-encoding'] && !Number(request.headers['content-length'])) return
    closeSlowUpload(request)
    // The unread rest of a rejected body would block the next request on its connection.
    reply.once('finish', () => {
      if (request.readableEnded) return
      request.unpipe()
      request.resume()
    })
  })
}

/**
 * Closes the socket of a request whose body arrives too slowly, even if the reply was already sent.
 */
function closeSlowUpload(request: IncomingMessage): void {
  const { socket } = request
  const [startedAt, bytesBefore] = [Date.now(), socket.bytesRead]
  const timer = setInterval(() => {
    const elapsedMs = Date.now() - startedAt
    if (socket.destroyed) return clearInterval(timer)
    // The client is not slow if the server itself pauses reading, as while it decodes an image.
    if (elapsedMs < minUploadSpeed.graceMs || request.isPaused() || request.readableLength > 0)
      return
    if ((socket.bytesRead - bytesBefore) * 1000 < minUploadSpeed.bytesPerSecond * elapsedMs)
      socket.destroy()
  }, socketTimeouts.checkInterval).unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop)
  request.once('close', stop)
}

const statusByErrorCode: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}
const problemByStatus: Record<number, Problem> = {
  408: new Problem(408, 'too_slow'),
  413: new Problem(413, 'too_large'),
  431: new Problem(431, 'too_large'),
}
const unreadableProblem = new Problem(400, 'unreadable')

/** Returns the handler of malformed HTTP: it sends a problem and closes the socket. */
export const createClientErrorHandler = (headers: Record<string, string>) => {
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return (error: Error & { code?: string }, socket: Socket) =>
    rejectSocket(
      socket,
      problemByStatus[statusByErrorCode[error.code ?? ''] ?? 400] ?? unreadableProblem,
      lines,
    )
}

function rejectSocket(socket: Socket, problem: Problem, headers: string): void {
  const body = JSON.stringify(problem.body())
  const status = ['HTTP/1.1', problem.status, STATUS_CODES[problem.status]].join(' ')
  // After the start of a reply, the client would read a second one as part of the first.
  const response = '_httpMessage' in socket ? socket._httpMessage : undefined
  const hasResponseStarted = response instanceof ServerResponse && response.headersSent
  if (socket.writable && !hasResponseStarted)
    socket.write(
      [
        `${status}\r\n${headers}content-type: application/json; charset=utf-8`,
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  socket.destroySoon()
}
