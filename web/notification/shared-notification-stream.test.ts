import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../server/testing/eventually.ts'
import type { StreamEvent } from '../lib/call/event-stream.ts'
import type { NotificationStream } from './notification-stream.ts'

type OpenStream = (options: {
  lastId: () => string
  onEvent: (event: StreamEvent) => void
}) => NotificationStream
type OpenedStream = {
  lastId: string
  emit: (event: StreamEvent) => void
  isOpen: boolean
  reconnectCount: number
}
let shareNotificationStream: typeof import('./shared-notification-stream.ts').shareNotificationStream
let openNotificationStream: typeof import('./notification-stream.ts').openNotificationStream
let retryDelayMs: typeof import('./notification-stream.ts').retryDelayMs
beforeAll(async () => {
  vi.stubGlobal('navigator', { locks: undefined, language: 'en', userAgent: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  shareNotificationStream = (await import('./shared-notification-stream.ts'))
    .shareNotificationStream
  ;({ openNotificationStream, retryDelayMs } = await import('./notification-stream.ts'))
})

/** Locks as in browsers: one holder, a queue in order, and an aborted request leaves the queue. */
function createFakeLocks() {
  const queue: (() => Promise<void>)[] = []
  let isHeld = false
  async function startNextTask() {
    const runTask = isHeld ? undefined : queue.shift()
    if (!runTask) return
    isHeld = true
    await runTask()
    isHeld = false
    void startNextTask()
  }
  const request = (_name: string, options: LockOptions, task: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const startTask = () => task().then(resolve)
      queue.push(startTask)
      options.signal?.addEventListener('abort', () => {
        if (!queue.includes(startTask)) return
        queue.splice(queue.indexOf(startTask), 1)
        reject(new DOMException('aborted', 'AbortError'))
      })
      void startNextTask()
    })
  return { request: request as LockManager['request'] }
}

function createFakeOpen() {
  const openedStreams: OpenedStream[] = []
  const openStream: OpenStream = ({ lastId, onEvent }) => {
    const opened: OpenedStream = {
      lastId: lastId(),
      emit: onEvent,
      isOpen: true,
      reconnectCount: 0,
    }
    openedStreams.push(opened)
    return {
      reconnect: () => {
        opened.reconnectCount += 1
      },
      close: () => {
        opened.isOpen = false
      },
    }
  }
  return { openedStreams, openStream }
}
const createEvent = (name: string, id: string): StreamEvent => ({ event: name, id, data: '{}' })
const openTab = (name: string, dependencies: Parameters<typeof shareNotificationStream>[3]) => {
  const receivedIds: string[] = []
  const stream = shareNotificationStream(
    name,
    () => 0,
    ({ id }) => receivedIds.push(id),
    dependencies,
  )
  return { receivedIds, ...stream }
}

test('shares one connection between tabs and passes it on when a tab closes', async () => {
  const { openedStreams, openStream } = createFakeOpen()
  let receivedMessages = 0
  class CountingChannel extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      this.addEventListener('message', () => receivedMessages++)
    }
  }
  const dependencies = { locks: createFakeLocks(), channel: CountingChannel, openStream }
  const [first, second, third] = [
    openTab('a', dependencies),
    openTab('a', dependencies),
    openTab('a', dependencies),
  ]
  // Each tab greets those before it. Until then, an event can reach a tab twice.
  await eventually(() => expect(receivedMessages).toBe(3))
  expect(openedStreams).toHaveLength(1)
  openedStreams[0]?.emit(createEvent('state', '1'))
  openedStreams[0]?.emit(createEvent('notification', '2'))
  await eventually(() =>
    expect([first, second, third].map(({ receivedIds }) => receivedIds)).toEqual([
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
    ]),
  )
  third.reconnect()
  await eventually(() => expect(openedStreams[0]?.reconnectCount).toBe(1))
  expect(openedStreams).toHaveLength(1)
  second.close()
  first.close()
  await eventually(() => expect(openedStreams).toHaveLength(2))
  expect(openedStreams[1]).toMatchObject({ lastId: '2', isOpen: true })
  expect(openedStreams[0]?.isOpen).toBe(false)
  openedStreams[1]?.emit(createEvent('notification', '3'))
  expect(third.receivedIds).toEqual(['1', '2', '3'])
  expect(second.receivedIds).toEqual(['1', '2'])
  third.close()
  expect(openedStreams[1]?.isOpen).toBe(false)
})

test('sends the current state to a tab that opens later', async () => {
  const { openedStreams, openStream } = createFakeOpen()
  const dependencies = { locks: createFakeLocks(), channel: BroadcastChannel, openStream }
  const first = openTab('b', dependencies)
  await eventually(() => expect(openedStreams).toHaveLength(1))
  openedStreams[0]?.emit(createEvent('state', '5'))
  const lateTab = openTab('b', dependencies)
  await eventually(() => expect(lateTab.receivedIds).toEqual(['5']))
  lateTab.close()
  first.close()
})

test('opens one connection per store, and one per tab without locks', async () => {
  const { openedStreams, openStream } = createFakeOpen()
  const dependencies = { locks: createFakeLocks(), channel: BroadcastChannel, openStream }
  const withoutLocks = { locks: undefined, channel: BroadcastChannel, openStream }
  const tabs = [
    openTab('c', dependencies),
    openTab('d', { ...dependencies, locks: createFakeLocks() }),
    openTab('c', withoutLocks),
    openTab('c', withoutLocks),
  ]
  await eventually(() => expect(openedStreams).toHaveLength(4))
  for (const opened of tabs) opened.close()
  expect(openedStreams.filter(({ isOpen }) => isOpen)).toEqual([])
})

test('waits longer after each failure, with a random part', () => {
  expect([0, 1, 2, 9].map(failures => retryDelayMs(failures, 1))).toEqual([500, 1000, 2000, 30_000])
  expect(retryDelayMs(3, 0)).toBe(2000)
})

test('asks for the events since the page began to load until it knows the last event', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  const fetchMock = vi.fn<typeof fetch>(() => new Promise(() => {}))
  vi.stubGlobal('fetch', fetchMock)
  for (const lastId of ['', '5'])
    openNotificationStream({ lastId: () => lastId, getAge: () => 1200, onEvent: () => {} }).close()
  expect(
    fetchMock.mock.calls.map(([url]) => new URL(String(url), 'http://localhost').search),
  ).toEqual(['?age=1200', ''])
})

test('reconnects after a permission change when server caches have expired', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const fetchMock = vi.fn(async () => new Response('event: permissions\ndata: {}\n\n'))
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  const stream = openNotificationStream({ lastId: () => '', getAge: () => 0, onEvent: () => {} })
  // One timer watches the connection, the other delays the next one.
  while (vi.getTimerCount() < 2) await turn()
  await vi.advanceTimersByTimeAsync(990)
  expect(fetchMock).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(300)
  expect(fetchMock).toHaveBeenCalledTimes(2)
  stream.close()
})
