import type { StreamEvent } from '../lib/call/event-stream.ts'
import { type Line, openLine } from './notice-line.ts'

type Message = { kind: 'event'; event: StreamEvent } | { kind: 'hello' } | { kind: 'wake' }
type Means = {
  locks: Pick<LockManager, 'request'> | undefined
  channel: typeof BroadcastChannel | undefined
  open: typeof openLine
}

// jsdom and old browsers have neither, whatever the DOM types say.
const browser: Means = {
  locks: navigator.locks,
  channel: globalThis.BroadcastChannel,
  open: openLine,
}

/**
 * One line for all tabs of this name: whoever holds the lock has it and passes on what it hears; when that tab is closed,
 * the browser gives the lock to the next, which goes on after the last event. Without locks each tab has its own line.
 */
export function shareLine(
  name: string,
  onEvent: (event: StreamEvent) => void,
  { locks, channel: Channel, open }: Means = browser,
): Line {
  const leaving = new AbortController()
  const channel = locks && Channel ? new Channel(name) : undefined
  let line: Line | undefined
  let state: StreamEvent | undefined
  let lastId = ''
  const say = (message: Message) => channel?.postMessage(message)

  function take(event: StreamEvent) {
    if (event.event === 'state') state = event
    lastId = event.id || lastId
    onEvent(event)
  }
  function lead() {
    line = open({
      lastId: () => lastId,
      onEvent: event => {
        take(event)
        say({ kind: 'event', event })
      },
    })
  }
  if (channel && locks) {
    channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
      if (message.kind === 'event') take(message.event)
      if (message.kind === 'hello' && line && state) say({ kind: 'event', event: state })
      if (message.kind === 'wake') line?.wake()
    }
    say({ kind: 'hello' })
    const held = new Promise<void>(resolve =>
      leaving.signal.addEventListener('abort', () => resolve()),
    )
    locks
      .request(name, { signal: leaving.signal }, () => {
        lead()
        return held
      })
      .catch(() => {
        /* left while waiting */
      })
  } else {
    lead()
  }
  return {
    wake: () => (line ? line.wake() : say({ kind: 'wake' })),
    close() {
      leaving.abort()
      line?.close()
      line = undefined
      channel?.close()
    },
  }
}
