import { withDeadline } from '../../lib/call/deadline.ts'
import type { App } from '../../lib/call/serve.ts'
import { startChannelListener } from '../../lib/db/channel-listener.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { getPreviewHost } from '../../store/rule/preview-host.ts'

export type CertificateHosts = {
  /** Whether the proxy may request a certificate for the host. Uses memory only. */
  has(host: string): boolean
  stop(): Promise<void>
}

const reloadMs = 60_000
/** The hosts take about 40 MB then. Domains of sellers are loaded first. */
const maxHosts = 200_000

/**
 * Loads the hosts of all stores and follows their changes. While the database is not available, the
 * hosts remain as they were.
 */
export async function loadCertificateHosts(app: App, listenUrl: string): Promise<CertificateHosts> {
  const previewHost = getPreviewHost(app.config)
  let storeIdByHost = new Map<string, string>()

  async function reloadAll() {
    const rows = await listHosts(app, null)
    if (rows.length === maxHosts)
      app.log.warn({ maxHosts }, 'There are more hosts of stores than are kept for certificates.')
    storeIdByHost = new Map(rows.map(({ host, storeId }) => [host, storeId]))
  }

  async function reloadStore(storeId: string) {
    const rows = await listHosts(app, storeId)
    for (const [host, id] of storeIdByHost) if (id === storeId) storeIdByHost.delete(host)
    for (const { host } of rows) if (storeIdByHost.size < maxHosts) storeIdByHost.set(host, storeId)
  }

  // Changes are read one after the other, so that an earlier result never replaces a later one.
  let lastReload = reloadAll()
  await lastReload
  const waiting = new Set<string>()
  function schedule(key: string, reload: () => Promise<void>) {
    if (waiting.has(key)) return
    waiting.add(key)
    lastReload = lastReload
      .then(() => {
        waiting.delete(key)
        return reload()
      })
      .catch(error => {
        app.log.warn({ err: error }, 'The hosts of stores could not be read.')
      })
  }
  const timer = setInterval(() => schedule('all', reloadAll), reloadMs)
  // A transaction pooler does not support NOTIFY. Changes then take effect within a minute.
  const listener = app.config.usesPreparedStatements
    ? startChannelListener(listenUrl, 'notification', {
        onReady: () => schedule('all', reloadAll),
        onMessage: message => {
          const [topic, storeId, subject] = message.split(' ')
          const isRelevant = subject === 'domain' || subject === 'business'
          if (topic === 'record_changed' && storeId && isRelevant)
            schedule(storeId, () => reloadStore(storeId))
        },
      })
    : undefined

  return {
    has: host => host === previewHost || storeIdByHost.has(host),
    async stop() {
      clearInterval(timer)
      await listener?.stop()
      await lastReload
    },
  }
}

const listHosts = (app: App, storeId: string | null) =>
  withDeadline(app.config.callLimitMs, () =>
    withTransaction(
      app.db,
      {},
      tx => tx<{ storeId: string; host: string }[]>`
        select * from list_storefront_hosts(${storeId}, ${maxHosts})`,
    ),
  )
