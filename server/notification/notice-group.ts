import type { App } from '../lib/call/serve.ts'
import type { Who } from '../lib/call/session.ts'
import { ask } from '../lib/db/db.ts'
import type { EventStream } from '../lib/http/stream.ts'
import { type News, readNews } from './notice-store.ts'

/** A page that listens. Until it has had its first state it is new; `since`: what it has seen already ends there. */
export type Watcher = {
  who: Who
  stream: EventStream
  isNew: boolean
  since: string | undefined
  beatAt: number
}
/** The pages of one person in one store: what they are told is read once for all of them, as that person. */
export type Group = {
  who: Who
  watchers: Set<Watcher> /** Something is new. */
  wake: (noticeId?: string) => void
  join: (watcher: Watcher) => void
}
type Later = (work: () => void, ms: number) => void

/** What comes within this time is read together. */
const gatherMs = 100
const retryMs = 1000
const toldKept = 500

export function openGroup(app: App, who: Who, later: Later): Group {
  const waiting = new Set<string>()
  const told = new Set<string>()
  let lastState = ''
  let isDue = false
  let isReading = false
  const group: Group = {
    who,
    watchers: new Set(),
    wake(id) {
      if (id && told.has(id)) return
      if (id) waiting.add(id)
      wakeIn(gatherMs)
    },
    join(watcher) {
      group.who = watcher.who
      group.watchers.add(watcher)
      wakeIn(0)
    },
  }

  function wakeIn(ms: number) {
    if (isDue) return
    isDue = true
    later(() => void tell(), ms)
  }

  async function tell() {
    // One read after the other, so that an older state never overtakes a newer one.
    if (isReading) return later(() => void tell(), gatherMs)
    isDue = false
    isReading = true
    const ids = [...waiting]
    waiting.clear()
    const fresh = [...group.watchers].filter(watcher => watcher.isNew)
    const since = fresh.flatMap(watcher => watcher.since ?? []).toSorted()[0]
    try {
      const { personId, businessId } = group.who
      spread(
        fresh,
        ids,
        await ask(app.db, { personId, businessId }, tx => readNews(tx, { ids, since }, group.who)),
      )
    } catch (error) {
      app.log.warn({ err: error }, 'notices could not be read')
      for (const id of ids) waiting.add(id)
      wakeIn(retryMs)
    } finally {
      isReading = false
    }
  }

  /** Gives each page what it has not had yet, the state last: whoever has that has all before it. */
  function spread(
    fresh: readonly Watcher[],
    ids: readonly string[],
    { notices, state, position }: News,
  ) {
    const asked = new Set(ids)
    const isChanged = JSON.stringify(state) !== lastState
    lastState = JSON.stringify(state)
    for (const watcher of group.watchers) {
      const isNew = fresh.includes(watcher)
      const missed = notices.filter(({ _id }) =>
        isNew ? watcher.since !== undefined && _id > watcher.since : asked.has(_id),
      )
      for (const notice of missed) watcher.stream.send('notice', notice, notice._id)
      if (isNew || (!watcher.isNew && (isChanged || missed.length > 0)))
        watcher.stream.send('state', state, position)
      if (isNew) watcher.isNew = false
    }
    for (const id of ids) told.add(id)
    for (const id of [...told].slice(0, -toldKept)) told.delete(id)
  }
  return group
}
