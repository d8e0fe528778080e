import { PassThrough, type Readable } from 'node:stream'
import { Problem } from '../call/problem.ts'

/** A reply that goes on: events as the HTML standard has them, section 9.2 (`text/event-stream`). */
export type EventStream = {
  body: Readable
  send(event: string, data: unknown, id?: string): void
  /** A line that says nothing, so that proxies and the other side see that somebody is there. */
  heartbeat(): void
  end(): void
  onEnd(callback: () => void): void
}

/** Every stream that is open in this process. */
export type Streams = {
  open(personId: string): EventStream
  /** Ends all of them at once and opens none any more: what waits for open replies need not wait for these. */
  end(): void
}

const maxStreamsPerPerson = 10
const maxStreams = 1000
/** Who takes nothing is gone, whatever the line says. */
const maxWaitingBytes = 512 * 1024

const createTooManyStreamsProblem = (seconds: number) =>
  new Problem(
    503,
    'too_many_streams',
    {},
    {
      retryAfterSeconds: seconds,
    },
  )

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
