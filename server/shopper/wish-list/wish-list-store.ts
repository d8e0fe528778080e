import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { maxWishes } from '#contract/storefront/storefront-wish-list.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { findSignedInEmail } from '../../storefront/form/shopper-session.ts'
import { readWishListToken } from '../../storefront/form/wish-list-cookie.ts'

/** The shopper of a list: the signed-in email, or the browser with the token. */
export type WishListOwner = { email: string } | { token: string }
export type WishListRow = {
  id: string
  email: string
  shareName: string
  /** Seconds since 1970 as text, null if the list is not shared. */
  sharedSince: string | null
}

const createWishListToken = () => randomBytes(32).toString('base64url')

/** Returns whose list the request means, or undefined for a shopper without an account and a list. */
export async function findWishListOwner(
  tx: Tx,
  request: FastifyRequest,
): Promise<WishListOwner | undefined> {
  const email = await findSignedInEmail(tx, request)
  if (email !== undefined) return { email }
  const token = readWishListToken(request)
  return token === undefined ? undefined : { token }
}

const matchOwner = (tx: Tx, owner: WishListOwner) =>
  'email' in owner
    ? tx`email = ${owner.email} and email <> ''`
    : tx`token_hash = ${hashToken(owner.token)}`

const selectList = (tx: Tx) => tx`
  select id, email, share_name, extract(epoch from shared_since)::text as shared_since
  from wish_list`

export async function findWishList(tx: Tx, owner: WishListOwner): Promise<WishListRow | undefined> {
  const [list] = await tx<WishListRow[]>`${selectList(tx)} where ${matchOwner(tx, owner)}`
  return list
}

export async function findSharedWishList(tx: Tx, id: string): Promise<WishListRow | undefined> {
  const [list] = await tx<WishListRow[]>`
    ${selectList(tx)} where id = ${id} and shared_since is not null`
  return list
}

/** Returns the locked list of an owner, a new one if the owner has none. */
export async function lockOrCreateWishList(
  tx: Tx,
  owner: WishListOwner | undefined,
): Promise<{ id: string; owner: WishListOwner }> {
  const id = owner && (await lockWishList(tx, owner))
  if (owner && id !== undefined) return { id, owner }
  // A token that the server has not created is replaced by one of its own.
  const newOwner = owner && 'email' in owner ? owner : { token: createWishListToken() }
  const [list] =
    'email' in newOwner
      ? await tx<{ id: string }[]>`
          insert into wish_list (email) values (${newOwner.email})
          on conflict (store_id, email) where email <> '' do update set updated_at = now()
          returning id`
      : await tx<{ id: string }[]>`
          insert into wish_list (token_hash) values (${hashToken(newOwner.token)}) returning id`
  if (!list) throw new Error('The wish list was not stored.')
  return { id: list.id, owner: newOwner }
}

/** The lock makes simultaneous changes wait for each other, so that the number of products is exact. */
export async function lockWishList(tx: Tx, owner: WishListOwner): Promise<string | undefined> {
  const [list] = await tx<{ id: string }[]>`
    update wish_list set updated_at = now() where ${matchOwner(tx, owner)} returning id`
  return list?.id
}

/**
 * Adds a product. One that is in the list already keeps its price.
 * @throws Problem 409 not_sold, or too_many_entries for a full list
 */
export async function addWish(
  tx: Tx,
  listId: string,
  { product, variant = null }: { product: string; variant?: string | null | undefined },
): Promise<void> {
  const [item] = await tx`
    insert into wish_list_item (wish_list_id, product_id, variant_id, price, currency, was_available)
    select ${listId}, p.id, v.id, coalesce(v.price, p.price), s.currency,
      case when v.id is not null then not v.track_stock or v.allow_backorder or v.stock > 0
        else p.stock > 0 or not p.track_stock end
    from product p
    join store s on s.id = p.store_id
    left join variant v on v.store_id = p.store_id and v.product_id = p.id and v.id = ${variant}
    where p.id = ${product} and p.status = 'active'
    on conflict on constraint wish_list_item__product do update set
      variant_id = coalesce(excluded.variant_id, wish_list_item.variant_id)
    returning id`
  if (!item) throw new Problem(409, 'not_sold')
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from wish_list_item where wish_list_id = ${listId}`
  if (row && row.count > maxWishes) throw new Problem(409, 'too_many_entries', { count: maxWishes })
}

export const removeWish = (tx: Tx, listId: string, product: string) =>
  tx`delete from wish_list_item where wish_list_id = ${listId} and product_id = ${product}`

/** Copies the products of one list that another one does not have, the newest first while it has room. */
export const copyWishes = (tx: Tx, fromId: string, intoId: string) => tx`
  insert into wish_list_item (
    wish_list_id, product_id, variant_id, price, currency, was_available, created_at)
  select ${intoId}, f.product_id, f.variant_id, f.price, f.currency, f.was_available, f.created_at
  from wish_list_item f
  where f.wish_list_id = ${fromId} and f.product_id not in (
    select i.product_id from wish_list_item i where i.wish_list_id = ${intoId})
  order by f.created_at desc, f.id desc
  limit ${maxWishes} - (select count(*) from wish_list_item i where i.wish_list_id = ${intoId})`

/** Returns the last six digits of the product ids in a list, for the cookie of the script. */
export async function readWishEnds(tx: Tx, listId: string): Promise<string> {
  const [row] = await tx<{ ends: string | null }[]>`
    select string_agg(right(product_id::text, 6), '' order by id) as ends
    from wish_list_item where wish_list_id = ${listId}`
  return row?.ends ?? ''
}

/** A list that is shared already keeps its link. */
export const shareWishList = (tx: Tx, listId: string, name: string) => tx`
  update wish_list set share_name = ${name}, shared_since = coalesce(shared_since, now())
  where id = ${listId}`

export const stopWishListShare = (tx: Tx, listId: string) =>
  tx`update wish_list set share_name = '', shared_since = null where id = ${listId}`
