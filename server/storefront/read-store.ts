import type { StorefrontFrame } from '#contract/storefront-page.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withTransaction } from '../lib/db/db.ts'
import { selectFrame, toFrame } from './load-frame.ts'
import { getStoreUrl } from './serve-page.ts'
import type { StorefrontHost } from './storefront-host.ts'

/** Runs a read of what shoppers may see of a store, with the time limit of a call. */
export const readStore = <T>(
  { config, db }: Pick<App, 'config' | 'db'>,
  { businessId }: StorefrontHost,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  withDeadline(config.callLimitMs, () =>
    withTransaction(db, { businessId, isStorefront: true }, work),
  )

/** Returns the frame of a store that search engines may list: it is live and allows it. */
export async function loadIndexedFrame(
  app: Pick<App, 'config'>,
  tx: Tx,
  { status, primaryHost }: StorefrontHost,
): Promise<StorefrontFrame | undefined> {
  if (status !== 'live') return undefined
  const [row] = await selectFrame(tx)
  const frame = row && toFrame(row, getStoreUrl(app, primaryHost)).frame
  return frame?.isIndexed ? frame : undefined
}
