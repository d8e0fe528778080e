import { notificationApi } from '#contract/notification.ts'
import { urlOf } from '../lib/call/call.ts'
import { readEvents, type StreamEvent } from '../lib/call/event-stream.ts'
import { ApiError, request } from '../lib/call/request.ts'

/** `wake`: try at once if the line is down, and see whether it is really up. */
export type Line = { wake: () => void; close: () => void }
type Options = { lastId: () => string; onEvent: (event: StreamEvent) => void }

/** The server sends a sign of life each 20 s. */
const silentMs = 45_000
const [firstWaitMs, longestWaitMs] = [500, 30_000]
/** For so long a process of the server goes by rights that it has read, and would end the next line for the same change. */
const rememberedMs = 1000

/** Somewhere between half and whole, so that after a restart not every page is back in the same moment. */
export const waitAfter = (failures: number, chance = Math.random()) =>
  Math.min(firstWaitMs * 2 ** failures, longestWaitMs) * (0.5 + chance / 2)

/** As the server says it: rights may have changed, and are to be asked for anew. */
const rights: StreamEvent = { event: 'rights', id: '', data: '{}' }
/** In a store that one was taken out of there is nothing to hear. */
const isShut = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'no_such_store'
const isFull = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'too_many_streams'

/** Keeps a line to the server open, and goes on after a break where it was. */
export function openLine({ lastId, onEvent }: Options): Line {
  let isClosed = false
  let present: AbortController | undefined
  let heardAt = 0
  let failures = 0
  let wait = 0
  let goOn = () => {}

  async function attend(isAgain: boolean) {
    present = new AbortController()
    heardAt = Date.now()
    const last = lastId()
    // Of low priority: it never ends, and nothing that a page waits for may wait for it.
    const answer = await request(urlOf(notificationApi.stream, {}), {
      method: notificationApi.stream.method,
      signal: present.signal,
      priority: 'low',
      headers: last ? { 'last-event-id': last } : {},
    })
    // It broke before anything was heard, so the server cannot know what was missed.
    if (isAgain && !last) onEvent({ event: 'gap', data: '', id: '' })
    // Nor could anybody tell what this person may do by now.
    if (isAgain) onEvent(rights)
    const hear = (event: StreamEvent) => {
      // The server ends it then, which is no failure.
      if (event.event === rights.event) {
        failures = 0
        wait = rememberedMs * (1 + Math.random() / 4)
      }
      onEvent(event)
    }
    if (answer.body)
      await readEvents(answer.body, hear, () => {
        heardAt = Date.now()
      })
  }
  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  async function keepOpen() {
    for (; !isClosed; failures += 1) {
      const began = Date.now()
      wait = 0
      try {
        await attend(failures > 0)
      } catch (error) {
        if (isFull(error)) wait = longestWaitMs
        if (isShut(error)) onEvent(rights)
      }
      if (Date.now() - began > silentMs) failures = 0
      if (!isClosed) await pause(Math.max(wait, waitAfter(failures)))
    }
  }
  const cutIfSilent = () => {
    if (Date.now() - heardAt > silentMs) present?.abort()
  }
  const watch = setInterval(cutIfSilent, 5000)
  void keepOpen()

  return {
    wake() {
      cutIfSilent()
      goOn()
    },
    close() {
      isClosed = true
      clearInterval(watch)
      present?.abort()
      goOn()
    },
  }
}
