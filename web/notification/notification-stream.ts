import { notificationApi } from '#contract/notification.ts'
import { buildRequestUrl } from '../lib/call/call-api.ts'
import { readEvents, type StreamEvent } from '../lib/call/event-stream.ts'
import { ApiError, request } from '../lib/call/request.ts'

/** `wake`: try at once if the line is down, and see whether it is really up. */
export type NotificationStream = { reconnect: () => void; close: () => void }
type NotificationStreamOptions = { lastId: () => string; onEvent: (event: StreamEvent) => void }

/** The server sends a sign of life each 20 s. */
const silenceTimeoutMs = 45_000
const [initialDelayMs, maxDelayMs] = [500, 30_000]
/** For so long a process of the server goes by rights that it has read, and would end the next line for the same change. */
const permissionCacheMs = 1000

/** Somewhere between half and whole, so that after a restart not every page is back in the same moment. */
export const retryDelayMs = (failures: number, random = Math.random()) =>
  Math.min(initialDelayMs * 2 ** failures, maxDelayMs) * (0.5 + random / 2)

/** As the server says it: rights may have changed, and are to be asked for anew. */
const permissionsEvent: StreamEvent = { event: 'rights', id: '', data: '{}' }
/** In a store that one was taken out of there is nothing to hear. */
const isStoreGone = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'no_such_store'
const hasTooManyStreams = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'too_many_streams'

/** Keeps a line to the server open, and goes on after a break where it was. */
export function openNotificationStream({
  lastId,
  onEvent,
}: NotificationStreamOptions): NotificationStream {
  let isClosed = false
  let abortController: AbortController | undefined
  let lastActivityAt = 0
  let failures = 0
  let minDelayMs = 0
  let endPause = () => {}

  async function readStream(isReconnect: boolean) {
    abortController = new AbortController()
    lastActivityAt = Date.now()
    const lastEventId = lastId()
    // Of low priority: it never ends, and nothing that a page waits for may wait for it.
    const response = await request(buildRequestUrl(notificationApi.stream, {}), {
      method: notificationApi.stream.method,
      signal: abortController.signal,
      priority: 'low',
      headers: lastEventId ? { 'last-event-id': lastEventId } : {},
    })
    // It broke before anything was heard, so the server cannot know what was missed.
    if (isReconnect && !lastEventId) onEvent({ event: 'gap', data: '', id: '' })
    // Nor could anybody tell what this person may do by now.
    if (isReconnect) onEvent(permissionsEvent)
    const handleEvent = (event: StreamEvent) => {
      // The server ends it then, which is no failure.
      if (event.event === permissionsEvent.event) {
        failures = 0
        minDelayMs = permissionCacheMs * (1 + Math.random() / 4)
      }
      onEvent(event)
    }
    if (response.body)
      await readEvents(response.body, handleEvent, () => {
        lastActivityAt = Date.now()
      })
  }
  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  async function reconnectLoop() {
    for (; !isClosed; failures += 1) {
      const startedAt = Date.now()
      minDelayMs = 0
      try {
        await readStream(failures > 0)
      } catch (error) {
        if (hasTooManyStreams(error)) minDelayMs = maxDelayMs
        if (isStoreGone(error)) onEvent(permissionsEvent)
      }
      if (Date.now() - startedAt > silenceTimeoutMs) failures = 0
      if (!isClosed) await pause(Math.max(minDelayMs, retryDelayMs(failures)))
    }
  }
  const abortIfSilent = () => {
    if (Date.now() - lastActivityAt > silenceTimeoutMs) abortController?.abort()
  }
  const silenceTimer = setInterval(abortIfSilent, 5000)
  void reconnectLoop()

  return {
    reconnect() {
      abortIfSilent()
      endPause()
    },
    close() {
      isClosed = true
      clearInterval(silenceTimer)
      abortController?.abort()
      endPause()
    },
  }
}
