import { PassThrough, type Readable } from 'node:stream'
import { Problem } from '../call/problem.ts'

/** A reply of server-sent events (`text/event-stream`, HTML standard, section 9.2). */
export type EventStream = {
  body: Readable
  send(event: string, data: unknown, id?: string): void
  /** Sends an empty comment, so that proxies and the client keep the connection open. */
  heartbeat(): void
  end(): void
  onEnd(callback: () => void): void
}

/** The open streams of this process. */
export type Streams = {
  open(personId: string): EventStream
  /** Ends all streams and rejects new ones, so that a shutdown does not wait for them. */
  end(): void
}

const maxStreamsPerPerson = 10
const maxStreams = 1000
/** A client with more unread data is treated as disconnected. */
const maxWaitingBytes = 512 * 1024

const createTooManyStreamsProblem = (seconds: number) =>
  new Problem(503, 'too_many_streams', {}, { retryAfterSeconds: seconds })

export function createStreams(): Streams {
  const open = new Map<EventStream, string>()
  let isEnded = false
  return {
    open(personId) {
      if (isEnded || open.size >= maxStreams) throw createTooManyStreamsProblem(isEnded ? 1 : 30)
      if ([...open.values()].filter(ownerId => ownerId === personId).length >= maxStreamsPerPerson)
        throw createTooManyStreamsProblem(30)
      const stream = createStream()
      open.set(stream, personId)
      stream.onEnd(() => open.delete(stream))
      return stream
    },
    end() {
      isEnded = true
      for (const stream of open.keys()) stream.end()
    },
  }
}

function createStream(): EventStream {
  const body = new PassThrough()
  const write = (text: string) => {
    if (body.writableEnded || body.destroyed) return
    if (body.writableLength + body.readableLength > maxWaitingBytes) body.destroy()
    else body.write(text)
  }
  return {
    body,
    // JSON has no bare line breaks, so each event is one line of data.
    send: (event, data, id) =>
      write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    heartbeat: () => write(':\n\n'),
    end: () => {
      body.end()
    },
    onEnd: callback => {
      let isDone = false
      const runOnce = () => {
        if (!isDone) callback()
        isDone = true
      }
      body.once('close', runOnce)
      body.once('finish', runOnce)
    },
  }
}
