import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import { withDeadline } from '../../lib/call/deadline.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { type Tx, withTransaction } from '../../lib/db/db.ts'
import { readWithReplica } from '../../lib/replica/read-with-replica.ts'
import { getStoreUrl } from '../../store/rule/store-url.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { type StoreFrame, selectFrame, toFrame } from './load-frame.ts'

/** Runs a read of what shoppers may see of a store, with the time limit of a call. */
export const readStore = <T>(
  { config, db }: Pick<App, 'config' | 'db'>,
  { storeId }: StorefrontHost,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  withDeadline(config.callLimitMs, () => withTransaction(db, { storeId, isStorefront: true }, work))

/**
 * Runs a read of the published content of a store, with the time limit of a call. A replica may
 * answer it, with content that is at least as new as the revision of the host.
 */
export const readPublishedStore = <T>(
  { config, db: primary }: Pick<App, 'config' | 'db'>,
  { storeId, dataPosition, preview }: StorefrontHost,
  work: (tx: Tx) => Promise<T>,
  isComplete?: (result: T) => boolean,
): Promise<T> =>
  withDeadline(config.callLimitMs, () =>
    readWithReplica(
      primary,
      preview ? undefined : dataPosition,
      db => withTransaction(db, { storeId, isStorefront: true, isReadOnly: true }, work),
      isComplete,
    ),
  )

/** Loads the frame of the store of a host. */
export async function loadFrame(
  app: Pick<App, 'config'>,
  tx: Tx,
  host: StorefrontHost,
): Promise<StoreFrame> {
  const [row] = await selectFrame(tx)
  return toFrame(
    assertFound(row, 'store_not_found'),
    getStoreUrl(app.config, host.primaryHost),
    host,
  )
}

/** Returns the frame of a store that search engines may list: it is live and allows it. */
export async function loadIndexedFrame(
  app: Pick<App, 'config'>,
  tx: Tx,
  host: StorefrontHost,
): Promise<StorefrontFrame | undefined> {
  if (host.status !== 'live') return undefined
  const { frame } = await loadFrame(app, tx, host)
  return frame.isIndexed ? frame : undefined
}
