import type { StreamEvent } from '../lib/call/event-stream.ts'
import { type NotificationStream, openNotificationStream } from './notification-stream.ts'

type TabMessage = { kind: 'event'; event: StreamEvent } | { kind: 'hello' } | { kind: 'wake' }
type StreamDependencies = {
  locks: Pick<LockManager, 'request'> | undefined
  channel: typeof BroadcastChannel | undefined
  openStream: typeof openNotificationStream
}

// jsdom and old browsers have neither, although the DOM types declare both.
const browserDependencies: StreamDependencies = {
  locks: navigator.locks,
  channel: globalThis.BroadcastChannel,
  openStream: openNotificationStream,
}

/**
 * Opens one stream for all tabs with the same name. The tab that holds the lock has the stream and
 * broadcasts its events. When that tab closes, the browser grants the lock to another tab, which
 * resumes after the last event. Without locks, each tab has its own stream.
 */
export function shareNotificationStream(
  name: string,
  getAge: () => number,
  onEvent: (event: StreamEvent) => void,
  { locks, channel: Channel, openStream }: StreamDependencies = browserDependencies,
): NotificationStream {
  const abortController = new AbortController()
  const channel = locks && Channel ? new Channel(name) : undefined
  let stream: NotificationStream | undefined
  let lastStateEvent: StreamEvent | undefined
  let lastId = ''
  const broadcast = (message: TabMessage) => channel?.postMessage(message)

  function handleEvent(event: StreamEvent) {
    if (event.event === 'state') lastStateEvent = event
    lastId = event.id || lastId
    onEvent(event)
  }
  function openOwnStream() {
    stream = openStream({
      lastId: () => lastId,
      getAge,
      onEvent: event => {
        handleEvent(event)
        broadcast({ kind: 'event', event })
      },
    })
  }
  if (channel && locks) {
    channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
      if (message.kind === 'event') handleEvent(message.event)
      if (message.kind === 'hello' && stream && lastStateEvent)
        broadcast({ kind: 'event', event: lastStateEvent })
      if (message.kind === 'wake') stream?.reconnect()
    }
    broadcast({ kind: 'hello' })
    const closed = new Promise<void>(resolve =>
      abortController.signal.addEventListener('abort', () => resolve()),
    )
    locks
      .request(name, { signal: abortController.signal }, () => {
        openOwnStream()
        return closed
      })
      .catch(() => {
        // The tab closed before it received the lock.
      })
  } else {
    openOwnStream()
  }
  return {
    reconnect: () => (stream ? stream.reconnect() : broadcast({ kind: 'wake' })),
    close() {
      abortController.abort()
      stream?.close()
      stream = undefined
      channel?.close()
    },
  }
}
