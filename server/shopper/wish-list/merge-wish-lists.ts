import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { readWishListToken } from '../../storefront/form/wish-list-cookie.ts'
import { copyWishes, findWishList, lockOrCreateWishList, readWishEnds } from './wish-list-store.ts'

type SignedIn = { email: string; wishListId: string | null }

/**
 * Copies the lists without an account into that of a shopper who signs in: the list of the browser, which
 * ends, and the list that the link keeps. Returns the products for the cookie of the script.
 */
export async function mergeWishLists(
  tx: Tx,
  request: FastifyRequest,
  { email, wishListId }: SignedIn,
): Promise<string> {
  const token = readWishListToken(request)
  const browserList = token === undefined ? undefined : await findWishList(tx, { token })
  const sources = [...new Set([browserList?.id, wishListId])].filter(id => typeof id === 'string')
  if (sources.length === 0) {
    const list = await findWishList(tx, { email })
    return list ? readWishEnds(tx, list.id) : ''
  }
  const { id } = await lockOrCreateWishList(tx, { email })
  for (const source of sources) await copyWishes(tx, source, id)
  if (token !== undefined) await tx`delete from wish_list where token_hash = ${hashToken(token)}`
  return readWishEnds(tx, id)
}
