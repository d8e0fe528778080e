import { ask, inScope } from '../lib/db.ts'
import { listenTo } from '../lib/listen.ts'
import type { App } from '../lib/serve.ts'
import { type Who, whoNow } from '../lib/session.ts'
import type { EventStream } from '../lib/stream.ts'
import { floorOf, overlapMs } from './notice-position.ts'
import { newsSince, readNews, type News } from './notice-store.ts'

/** A page that listens. Until it has had its first state it is new; `since`: what it has seen already ends there. */
type Watcher = { who: Who; stream: EventStream; isNew: boolean; since: string | undefined; beatAt: number }
/** The pages of one person in one store: what they are told is read once for all of them, as that person. */
type Group = { who: Who; watchers: Set<Watcher>; ids: Set<string>; told: Set<string>; state: string; isDue: boolean; isReading: boolean }

const beatMs = 20_000
/** What comes within this time is read together. */
const gatherMs = 100
const pollMs = 3000
const toldKept = 500

/**
 * Tells the open pages of this process what is new. The database says that something is (one connection for all pages);
 * what it is each person's own read says, so nobody hears of what they may not see. Behind a pooler that lends its
 * connections by the transaction nothing can be heard, so there this looks every few seconds, once for all pages.
 */
export function openHub(app: App, listenUrl: string) {
  const groups = new Map<string, Group>()
  const keyOf = ({ businessId, personId }: Who) => `${businessId} ${personId}`
  const timers = new Set<NodeJS.Timeout>()
  let ears: { stop: () => Promise<void> } | undefined
  let isStopped = false

  function later(work: () => void, ms: number) {
    if (isStopped) return
    const timer = setTimeout(() => { timers.delete(timer); work() }, ms)
    timers.add(timer)
  }

  function wake(group: Group, ms = gatherMs) {
    if (group.isDue) return
    group.isDue = true
    later(() => void tellGroup(group), ms)
  }

  async function tellGroup(group: Group) {
    // One read after the other, so that an older state never overtakes a newer one.
    if (group.isReading) return later(() => void tellGroup(group), gatherMs)
    group.isDue = false
    group.isReading = true
    const ids = [...group.ids].filter(id => !group.told.has(id))
    const fresh = [...group.watchers].filter(watcher => watcher.isNew)
    const since = fresh.flatMap(watcher => watcher.since ?? []).toSorted()[0]
    group.ids.clear()
    try {
      const { personId, businessId } = group.who
      spread(group, fresh, ids, await ask(app.db, { personId, businessId }, tx => readNews(tx, { ids, since }, group.who)))
    } catch (error) {
      app.log.warn({ err: error }, 'notices could not be read')
      for (const id of ids) group.ids.add(id)
      wake(group, 1000)
    } finally {
      group.isReading = false
    }
  }

  /** Hears one line of `tell_processes`. */
  function hear(message: string) {
    const [word, one = '', other = ''] = message.split(' ')
    for (const group of groups.values()) {
      const { businessId, personId } = group.who
      if (word === 'new' && one === businessId && !group.told.has(other)) {
        group.ids.add(other)
        wake(group)
      }
      if ((word === 'work' && one === businessId) || (word === 'read' && one === businessId && other === personId)) wake(group)
      if (word === 'session') for (const { who, stream } of group.watchers) if (who.sessionId === one) stream.end()
      if (word === 'rights' && one === personId) for (const watcher of group.watchers) void check(watcher)
    }
  }

  /** Ends the stream of somebody who may no longer have it, or may see other things by now: the page then asks anew. */
  async function check({ who, stream }: Watcher) {
    try {
      const now = await whoNow(app.db, who)
      if (JSON.stringify(now) !== JSON.stringify(who)) stream.end()
    } catch { /* the database is away: the next beat asks again */ }
  }

  function beat() {
    for (const group of groups.values()) {
      for (const watcher of group.watchers) {
        if (watcher.beatAt > Date.now()) continue
        watcher.beatAt = Date.now() + beatMs
        watcher.stream.beat()
        void check(watcher)
      }
    }
    later(beat, 1000)
  }

  async function look(seconds: number) {
    const stores = [...new Set([...groups.values()].map(({ who }) => who.businessId))]
    if (stores.length === 0) return
    for (const { news } of await inScope(app.db, {}, tx => newsSince(tx, stores, seconds))) hear(news)
  }
  const poll = () => later(() => void look(5 * pollMs / 1000).catch(() => {}).finally(poll), pollMs)

  function start() {
    ears = app.config.prepare
      ? listenTo(listenUrl, 'notice', { onMessage: hear, onReady: deaf => void look(deaf + overlapMs / 1000).catch(() => {}) })
      : { stop: async () => {} }
    if (!app.config.prepare) poll()
    beat()
  }

  return {
    join(who: Who, stream: EventStream, lastEventId: string | undefined) {
      if (!ears) start()
      const key = keyOf(who)
      const group: Group = groups.get(key) ?? { who, watchers: new Set(), ids: new Set(), told: new Set(), state: '', isDue: false, isReading: false }
      groups.set(key, group)
      group.who = who
      const watcher: Watcher = { who, stream, isNew: true, since: floorOf(lastEventId), beatAt: Date.now() + beatMs * (0.75 + Math.random() / 4) }
      group.watchers.add(watcher)
      stream.onEnd(() => {
        group.watchers.delete(watcher)
        if (group.watchers.size === 0 && groups.get(key) === group) groups.delete(key)
      })
      // Headers leave with the first line, so that the page knows it is through.
      stream.beat()
      wake(group, 0)
    },
    async stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      await ears?.stop()
    },
  }
}

/** Gives each page what it has not had yet, the state last: whoever has that has all before it. */
function spread(group: Group, fresh: readonly Watcher[], ids: readonly string[], { notices, state, position }: News) {
  const asked = new Set(ids)
  const isChanged = JSON.stringify(state) !== group.state
  group.state = JSON.stringify(state)
  for (const watcher of group.watchers) {
    const isNew = fresh.includes(watcher)
    const missed = notices.filter(({ _id }) => (isNew ? watcher.since !== undefined && _id > watcher.since : asked.has(_id)))
    for (const notice of missed) watcher.stream.send('notice', notice, notice._id)
    if (isNew || isChanged || missed.length > 0) watcher.stream.send('state', state, position)
    if (isNew) watcher.isNew = false
  }
  for (const id of ids) group.told.add(id)
  for (const id of [...group.told].slice(0, -toldKept)) group.told.delete(id)
}
