import type { App } from '../../lib/call/serve.ts'
import { createMacToken } from '../../lib/security/mac-token.ts'
import type { WishListRow } from './wish-list-store.ts'

/**
 * Returns the token of a shared list. It contains the time of the sharing, so that it becomes invalid
 * when sharing stops.
 */
export const createSharedListToken = (
  { keys }: Pick<App, 'keys'>,
  storeId: string,
  { id, sharedSince }: Pick<WishListRow, 'id' | 'sharedSince'>,
) => createMacToken(keys.wishList, `${storeId} ${id} ${sharedSince}`)

/** Returns the path of a shared list, or undefined for one that is not shared. */
export const getSharedListPath = (
  app: Pick<App, 'keys'>,
  storeId: string,
  list: Pick<WishListRow, 'id' | 'sharedSince'>,
) =>
  list.sharedSince === null
    ? undefined
    : `/wish-list/${list.id}/${createSharedListToken(app, storeId, list)}`
