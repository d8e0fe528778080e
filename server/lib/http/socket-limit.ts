import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '../call/problem.ts'

/** Times in milliseconds. What is within them is a slow line; what is not holds a socket that somebody else needs. */
export const socketTimeouts = {
  /** From the first byte of a request to the end of its headers. */
  headers: 15_000,
  /** A whole request, files and all; that it does not trickle is seen to below. */
  request: 600_000,
  /** A socket on which nothing moves, in either direction. Streams of events send something every 20 s. */
  idle: 60_000,
  /** How often sockets are looked at. */
  checkInterval: 5000,
}
/** How slow a body may come, on the average since its beginning: far below any telephone, far above one byte a second. */
const minUploadSpeed = { graceMs: 15_000, bytesPerSecond: 2000 }
export const maxHeaderBytes = 16 * 1024

export function limitSockets(server: Server, maxConnections: number): void {
  server.maxConnections = maxConnections
  server.maxHeadersCount = 100
  server.on('request', (request, reply) => {
    if (!request.headers['transfer-encoding'] && !Number(request.headers['content-length'])) return
    closeSlowUpload(request)
    // What was refused before it was read to its end would block its connection for the next request.
    reply.once('finish', () => {
      if (request.readableEnded) return
      request.unpipe()
      request.resume()
    })
  })
}

/** Ends a request whose body comes a drop at a time, also where its answer was given before the body was read. */
function closeSlowUpload(request: IncomingMessage): void {
  const { socket } = request
  const [startedAt, bytesBefore] = [Date.now(), socket.bytesRead]
  const timer = setInterval(() => {
    const elapsedMs = Date.now() - startedAt
    if (socket.destroyed) return clearInterval(timer)
    // A body that we ourselves leave unread, because a picture before it is being decoded, is not the sender's doing.
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

/** What is no HTTP gets its refusal here, in the shape of every failure, and loses its socket. */
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
  // Where an answer has begun, another one behind it would be read as part of it.
  const response = '_httpMessage' in socket ? socket._httpMessage : undefined
  const hasResponseStarted = response instanceof ServerResponse && response.headersSent
  if (socket.writable && !hasResponseStarted)
    socket.write(
      `${status}\r\n${headers}content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  socket.destroySoon()
}
