import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { StreamEvent } from '../lib/call/event-stream.ts'
import type { Line } from './notice-line.ts'

type Open = (options: { lastId: () => string; onEvent: (event: StreamEvent) => void }) => Line
type Opened = { lastId: string; say: (event: StreamEvent) => void; isOpen: boolean; wakes: number }
let shareLine: typeof import('./notice-tabs.ts').shareLine
let openLine: typeof import('./notice-line.ts').openLine
let waitAfter: typeof import('./notice-line.ts').waitAfter
beforeAll(async () => {
  vi.stubGlobal('navigator', { locks: undefined, language: 'en', userAgent: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  shareLine = (await import('./notice-tabs.ts')).shareLine
  ;({ openLine, waitAfter } = await import('./notice-line.ts'))
})

const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

/** A lock as browsers have it: one holder, the others in turn, and whoever gives up waiting is gone from the queue. */
function fakeLocks() {
  const queue: (() => Promise<void>)[] = []
  let isHeld = false
  async function next() {
    const take = isHeld ? undefined : queue.shift()
    if (!take) return
    isHeld = true
    await take()
    isHeld = false
    void next()
  }
  const request = (_name: string, options: LockOptions, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const take = () => work().then(resolve)
      queue.push(take)
      options.signal?.addEventListener('abort', () => {
        if (!queue.includes(take)) return
        queue.splice(queue.indexOf(take), 1)
        reject(new DOMException('given up', 'AbortError'))
      })
      void next()
    })
  return { request: request as LockManager['request'] }
}

function fakeOpen() {
  const opened: Opened[] = []
  const open: Open = ({ lastId, onEvent }) => {
    const one: Opened = { lastId: lastId(), say: onEvent, isOpen: true, wakes: 0 }
    opened.push(one)
    return {
      wake: () => {
        one.wakes += 1
      },
      close: () => {
        one.isOpen = false
      },
    }
  }
  return { opened, open }
}
const event = (name: string, id: string): StreamEvent => ({ event: name, id, data: '{}' })
const tab = (name: string, means: Parameters<typeof shareLine>[2]) => {
  const heard: string[] = []
  const line = shareLine(name, ({ id }) => heard.push(id), means)
  return { heard, ...line }
}

test('tabs share one line, hear the same, and the next goes on after the last event when the first is closed', async () => {
  const { opened, open } = fakeOpen()
  const means = { locks: fakeLocks(), channel: BroadcastChannel, open }
  const [first, second, third] = [tab('a', means), tab('a', means), tab('a', means)]
  await sleep(300)
  expect(opened).toHaveLength(1)
  opened[0]?.say(event('state', '1'))
  opened[0]?.say(event('notice', '2'))
  await soon(() =>
    expect([first, second, third].map(({ heard }) => heard)).toEqual([
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
    ]),
  )
  third.wake()
  await soon(() => expect(opened[0]?.wakes).toBe(1))
  second.close()
  first.close()
  await soon(() => expect(opened).toHaveLength(2))
  expect(opened[1]).toMatchObject({ lastId: '2', isOpen: true })
  expect(opened[0]?.isOpen).toBe(false)
  opened[1]?.say(event('notice', '3'))
  expect(third.heard).toEqual(['1', '2', '3'])
  expect(second.heard).toEqual(['1', '2'])
  third.close()
  expect(opened[1]?.isOpen).toBe(false)
})

test('a tab that comes later is told how things stand', async () => {
  const { opened, open } = fakeOpen()
  const means = { locks: fakeLocks(), channel: BroadcastChannel, open }
  const first = tab('b', means)
  await sleep(300)
  opened[0]?.say(event('state', '5'))
  const late = tab('b', means)
  await soon(() => expect(late.heard).toEqual(['5']))
  late.close()
  first.close()
})

test('another store is another line, and without locks each tab has its own', async () => {
  const { opened, open } = fakeOpen()
  const means = { locks: fakeLocks(), channel: BroadcastChannel, open }
  const lonely = { locks: undefined, channel: BroadcastChannel, open }
  const tabs = [
    tab('c', means),
    tab('d', { ...means, locks: fakeLocks() }),
    tab('c', lonely),
    tab('c', lonely),
  ]
  await sleep(300)
  expect(opened).toHaveLength(4)
  for (const one of tabs) one.close()
  expect(opened.filter(({ isOpen }) => isOpen)).toEqual([])
})

test('waits longer after each failure, never all at the same moment', () => {
  expect([0, 1, 2, 9].map(failures => waitAfter(failures, 1))).toEqual([500, 1000, 2000, 30_000])
  expect(waitAfter(3, 0)).toBe(2000)
})

test('a line that ended as rights changed is back when no process of the server goes by the old ones', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const fetched = vi.fn(async () => new Response('event: rights\ndata: {}\n\n'))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  const line = openLine({ lastId: () => '', onEvent: () => {} })
  // The watch over the line, and the wait for the next.
  while (vi.getTimerCount() < 2) await turn()
  await vi.advanceTimersByTimeAsync(990)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(300)
  expect(fetched).toHaveBeenCalledTimes(2)
  line.close()
})
