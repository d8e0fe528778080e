import { notificationApi } from '#contract/staff/notification.ts'
import { buildRequestUrl } from '../lib/call/call-api.ts'
import { readEvents, type StreamEvent } from '../lib/call/event-stream.ts'
import { ApiError, request } from '../lib/call/request.ts'

/** `reconnect` reopens a broken stream now, and checks that an open stream still receives data. */
export type NotificationStream = { reconnect: () => void; close: () => void }
type NotificationStreamOptions = {
  lastId: () => string
  /** The age of the data of the page, which may have changed before the stream opened. */
  getAge: () => number
  onEvent: (event: StreamEvent) => void
}

/** The server sends a heartbeat every 20 seconds. */
const silenceTimeoutMs = 45_000
const [initialDelayMs, maxDelayMs] = [500, 30_000]
/**
 * Servers cache permissions this long. A new stream that opens earlier would end for the same
 * change.
 */
const permissionCacheMs = 1000

/** Returns a random delay up to the backoff, so that pages reconnect at different times. */
export const retryDelayMs = (failures: number, random = Math.random()) =>
  Math.min(initialDelayMs * 2 ** failures, maxDelayMs) * (0.5 + random / 2)

/** The event that tells the page to load permissions again. */
const permissionsEvent: StreamEvent = { event: 'permissions', id: '', data: '{}' }
/** The user is no longer on the staff of the store. */
const isStoreUnavailable = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'no_such_store'
const hasTooManyStreams = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'too_many_streams'

/** Keeps a stream of notifications open and resumes it after the last event when it breaks. */
export function openNotificationStream({
  lastId,
  getAge,
  onEvent,
}: NotificationStreamOptions): NotificationStream {
  let isClosed = false
  let failures = 0
  let minDelayMs = 0
  const pause = createPause()
  const connection = createConnection()

  function handleEvent(event: StreamEvent) {
    // The server ends the stream after this event, which is not a failure.
    if (event.event === permissionsEvent.event) {
      failures = 0
      minDelayMs = permissionCacheMs * (1 + Math.random() / 4)
    }
    onEvent(event)
  }
  async function readStream(isReconnect: boolean) {
    const signal = connection.start()
    const lastEventId = lastId()
    const response = await requestStream(lastEventId ? {} : { age: getAge() }, lastEventId, signal)
    // A new tab with a `lastEventId` continues the stream of a closed tab.
    if (isReconnect || lastEventId) onEvent({ event: 'reconnected', data: '', id: '' })
    // The permissions can have changed in the meantime.
    if (isReconnect) onEvent(permissionsEvent)
    if (response.body) await readEvents(response.body, handleEvent, connection.recordActivity)
  }
  async function reconnectLoop() {
    for (; !isClosed; failures += 1) {
      const startedAt = Date.now()
      minDelayMs = 0
      try {
        await readStream(failures > 0)
      } catch (error) {
        if (hasTooManyStreams(error)) minDelayMs = maxDelayMs
        if (isStoreUnavailable(error)) onEvent(permissionsEvent)
      }
      if (Date.now() - startedAt > silenceTimeoutMs) failures = 0
      if (!isClosed) await pause.wait(Math.max(minDelayMs, retryDelayMs(failures)))
    }
  }
  void reconnectLoop()

  return {
    reconnect() {
      connection.abortIfSilent()
      pause.end()
    },
    close() {
      isClosed = true
      connection.close()
      pause.end()
    },
  }
}

const requestStream = (query: { age?: number }, lastEventId: string, signal: AbortSignal) =>
  request(buildRequestUrl(notificationApi.stream, { query }), {
    method: notificationApi.stream.method,
    signal,
    // The response never ends and must not delay other requests.
    priority: 'low',
    headers: lastEventId ? { 'last-event-id': lastEventId } : {},
  })

/** Returns the state of the current connection. A timer aborts a connection that is silent. */
function createConnection() {
  let abortController: AbortController | undefined
  let lastActivityAt = 0
  const recordActivity = () => {
    lastActivityAt = Date.now()
  }
  const abortIfSilent = () => {
    if (Date.now() - lastActivityAt > silenceTimeoutMs) abortController?.abort()
  }
  const silenceTimer = setInterval(abortIfSilent, 5000)
  return {
    recordActivity,
    abortIfSilent,
    /** Returns the signal that aborts the new connection. */
    start(): AbortSignal {
      abortController = new AbortController()
      recordActivity()
      return abortController.signal
    },
    close() {
      clearInterval(silenceTimer)
      abortController?.abort()
    },
  }
}

/** Returns a pause that `end` can end early. */
function createPause() {
  let end = () => {}
  return {
    wait: (ms: number) =>
      new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    end: () => end(),
  }
}
