import type { App } from '../lib/call/serve.ts'
import { allNow, type Who, whoNow } from '../lib/call/session.ts'
import { inScope } from '../lib/db/db.ts'
import type { EventStream } from '../lib/http/stream.ts'
import { listenTo } from './listen.ts'
import { type Group, openGroup, type Watcher } from './notice-group.ts'
import { floorOf, overlapMs } from './notice-position.ts'
import { newsSince } from './notice-store.ts'

const beatMs = 20_000
const pollMs = 3000
const rightsMs = 1000

/**
 * Tells the open pages of this process what is new. The database says that something is (one connection for all pages);
 * what it is each person's own read says, so nobody hears of what they may not see. Behind a pooler that lends its
 * connections by the transaction nothing can be heard, so there this looks every few seconds, once for all pages.
 */
export function openHub(app: App, listenUrl: string) {
  const groups = new Map<string, Group>()
  const timers = new Set<NodeJS.Timeout>()
  let ears: { stop: () => Promise<void> } | undefined
  let isStopped = false

  function later(work: () => void, ms: number) {
    if (isStopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const hear = (message: string) => {
    for (const group of groups.values()) heed(app, group, message)
  }
  function beat() {
    for (const group of groups.values())
      for (const watcher of group.watchers)
        if (watcher.beatAt <= performance.now()) beatOne(app, watcher)
    later(beat, 1000)
  }
  async function look(seconds: number) {
    const stores = [...new Set([...groups.values()].map(({ who }) => who.businessId))]
    if (stores.length === 0) return
    for (const { news } of await inScope(app.db, {}, tx => newsSince(tx, stores, seconds)))
      hear(news)
  }
  /** What was said while nothing could be heard: before the first page's ears were open, or while they were cut off. */
  const catchUp = (deafSeconds: number) =>
    Promise.all([look(deafSeconds + overlapMs / 1000), checkAll(app, groups)])
  // Further back than the last look, for what was committed late.
  const poll = () =>
    later(
      () =>
        void look((5 * pollMs) / 1000)
          .catch(() => {})
          .finally(poll),
      pollMs,
    )

  const lookAtRights = () =>
    later(
      () =>
        void checkAll(app, groups)
          .catch(() => {})
          .finally(lookAtRights),
      rightsMs,
    )

  function start() {
    if (app.config.prepare)
      ears = listenTo(listenUrl, 'notice', {
        onMessage: hear,
        onReady: deafSeconds => void catchUp(deafSeconds).catch(() => {}),
      })
    else {
      poll()
      lookAtRights()
    }
    beat()
  }

  let isStarted = false
  return {
    join(who: Who, stream: EventStream, lastEventId: string | undefined) {
      if (!isStarted) start()
      isStarted = true
      const key = `${who.businessId} ${who.personId}`
      const group = groups.get(key) ?? openGroup(app, who, later)
      groups.set(key, group)
      const watcher: Watcher = {
        who,
        stream,
        isNew: true,
        since: floorOf(lastEventId),
        beatAt: performance.now() + beatMs * (0.75 + Math.random() / 4),
      }
      stream.onEnd(() => {
        group.watchers.delete(watcher)
        if (group.watchers.size === 0 && groups.get(key) === group) groups.delete(key)
      })
      // Headers leave with the first line, so that the page knows it is through.
      stream.beat()
      group.join(watcher)
      // Who this is may be remembered from a moment ago, and nobody told it what changed since.
      void check(app, watcher)
    },
    async stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      await ears?.stop()
    },
  }
}

/** What one line of `tell_processes` means to these pages. */
function heed(app: App, { who, watchers, wake }: Group, message: string) {
  const [word, one, other] = message.split(' ')
  const isHere = one === who.businessId
  if (word === 'new' && isHere) wake(other)
  if (word === 'work' && isHere) wake()
  if (word === 'read' && isHere && other === who.personId) wake()
  if (word === 'session')
    for (const watcher of watchers) if (watcher.who.sessionId === one) watcher.stream.end()
  if (word === 'rights' && one === who.personId)
    for (const watcher of watchers) void check(app, watcher)
}

function beatOne(app: App, watcher: Watcher) {
  watcher.beatAt = performance.now() + beatMs
  watcher.stream.beat()
  void check(app, watcher)
}

/** Tells somebody whose rights have changed, and ends their stream: the page asks anew, for its rights and for another stream. */
function compare({ who, stream }: Watcher, now: Who | undefined) {
  if (JSON.stringify(now) === JSON.stringify(who)) return
  stream.send('rights', {})
  stream.end()
}

async function check(app: App, watcher: Watcher) {
  try {
    compare(watcher, await whoNow(app.db, watcher.who))
  } catch {
    /* the database is away: the next beat asks again */
  }
}

/** `check` for every page of this process, where nothing is heard of rights that change, or was not for a while. */
async function checkAll(app: App, groups: ReadonlyMap<string, Group>) {
  const watchers = [...groups.values()].flatMap(group => [...group.watchers])
  if (watchers.length === 0) return
  const now = await allNow(
    app.db,
    watchers.map(({ who }) => who),
  )
  for (const [i, watcher] of watchers.entries()) compare(watcher, now[i])
}
