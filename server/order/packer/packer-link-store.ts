import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import {
  maxPackerOrders,
  type NewPackerLink,
  type PackerLink,
  type packerLinkApi,
} from '#contract/packing/packer-link.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { getMembership } from '../../staff/rule/staff-change.ts'
import { resolveOrderSelection } from '../order-bulk.ts'

declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    packer_link: {
      name: string
      tokenHash: Buffer
      orderIds: string[]
      expiresAt: Date | string
    }
  }
}

/**
 * Picked units that are in no parcel yet, with the titles of their item, because its line can be deleted while
 * the packer still has them.
 */
export type PickedLine = { order: string; title: string; variantTitle: string; quantity: number }

/** A link as the calls of its packer use it. */
export type OpenPackerLink = {
  storeId: string
  _id: string
  name: string
  orderIds: string[]
  /** The units that the packers have, by the id of their line. */
  pickedUnits: Record<string, PickedLine>
  parcelIds: string[]
  expiresAt: string
}

const maxListedLinks = 200

const columns = (tx: Tx) => tx`
  l.id as "_id", l.name, cardinality(l.order_ids) as order_count, (
    select count(distinct f.order_id)::integer from fulfillment f
    where f.id = any (l.parcel_ids) and f.status <> 'cancelled') as packed_order_count,
  l.created_at, l.expires_at, l.revoked_at,
  case when l.revoked_at is not null then 'revoked' when l.expires_at <= now() then 'expired'
    else 'active' end as status`

/** Returns links, newest first. Active ones are selected first, so that each can be revoked. */
export const listPackerLinks = (tx: Tx): Promise<PackerLink[]> => tx<PackerLink[]>`
  select ${columns(tx)} from packer_link l where l.id in (
    select id from packer_link
    where coalesce(revoked_at, expires_at) > now() - interval '30 days'
    order by revoked_at is not null or expires_at <= now(), created_at desc, id desc
    limit ${maxListedLinks})
  order by l.created_at desc, l.id desc`

/** @throws Problem 404 packer_link_not_found */
async function getPackerLink(tx: Tx, id: string): Promise<PackerLink> {
  const [row] = await tx<PackerLink[]>`
    select ${columns(tx)} from packer_link l where l.id = ${id}`
  return assertFound(row, 'packer_link_not_found')
}

type LinkInput = z.infer<(typeof packerLinkApi)['createPackerLink']['body']>

/**
 * Creates a link for the selected orders, the oldest first.
 * @throws Problem 404 order_not_found, or 422 packer_too_many_orders
 */
export async function createPackerLink(
  tx: Tx,
  { name, validHours, ...selection }: LinkInput,
  abilities: readonly Ability[],
): Promise<NewPackerLink> {
  const { ids, next } = await resolveOrderSelection(tx, selection, maxPackerOrders, abilities)
  if (next) throw new Problem(422, 'packer_too_many_orders', { count: maxPackerOrders })
  const orders = await tx<{ id: string }[]>`
    select id from "order" where id = any (${ids}::uuid[]) order by created_at, id`
  if (orders.length < ids.length || orders.length === 0) throw new Problem(404, 'order_not_found')
  const token = randomBytes(32).toString('base64url')
  const id = await insertRow(tx, 'packer_link', {
    name,
    tokenHash: hashToken(token),
    orderIds: orders.map(order => order.id),
    expiresAt: tx`now() + make_interval(hours => ${validHours})`,
  })
  return { ...(await getPackerLink(tx, id)), token }
}

/** Revokes a link. An expired or revoked link stays unchanged, without an error. */
export async function revokePackerLink(tx: Tx, id: string): Promise<PackerLink> {
  await tx`
    update packer_link set revoked_at = now()
    where id = ${id} and revoked_at is null and expires_at > now()`
  return getPackerLink(tx, id)
}

/**
 * Returns the link of a token and binds the transaction to its store. With `isLocked`, packers of the
 * link wait for each other until the end of the transaction. Like an API key, a link has only the
 * permissions that its creator still has.
 * @throws Problem 400 packer_link_invalid, the same for unknown, expired and revoked links
 */
export async function openPackerLink(
  tx: Tx,
  token: string,
  { isLocked }: { isLocked: boolean },
): Promise<OpenPackerLink> {
  const [found] = await tx<{ storeId: string; id: string }[]>`
    select store_id, id from find_packer_link(${hashToken(token)})`
  if (!found) throw new Problem(400, 'packer_link_invalid')
  await tx`select set_config('app.store_id', ${found.storeId}, true)`
  // The link can be revoked while the query waits for the lock.
  const [row] = await tx<(OpenPackerLink & { createdBy: string | null })[]>`
    select store_id, id as "_id", name, order_ids, picked_units, parcel_ids, expires_at, created_by
    from packer_link where id = ${found.id} and revoked_at is null and expires_at > now()
    ${isLocked ? tx`for update` : tx``}`
  if (!row) throw new Problem(400, 'packer_link_invalid')
  const { createdBy, ...link } = row
  const creator = createdBy === null ? undefined : await getMembership(tx, createdBy)
  if (!creator || !hasPermission(creator.abilities, 'order:write'))
    throw new Problem(400, 'packer_link_invalid')
  return link
}
