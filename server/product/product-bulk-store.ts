import type { z } from 'zod'
import { type BulkReply, countedUpTo } from '#contract/lib/bulk.ts'
import { type productApi, productLimits } from '#contract/product.ts'
import { type ChosenRows, chosenRows, tellEach } from '../lib/call/chosen-rows.ts'
import { refuseField } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { changeTags, fullOfTags } from '../rule/change-tags.ts'
import { productFilterConditions } from './product-list.ts'
import { removeProducts } from './product-store.ts'

type Body<K extends 'bulkStatus' | 'bulkTags' | 'bulkCategories' | 'bulkRemove'> = z.infer<
  (typeof productApi)[K]['body']
>
type Held = { rows: ChosenRows; there: Map<string, string>; ids: string[] }

/** A statement over ten thousand products takes a second or two; beyond that the caller goes on. */
const find = (tx: Tx, body: Body<'bulkRemove'>) =>
  chosenRows(tx, body, {
    from: tx`product p`,
    id: 'p.id',
    atOnce: countedUpTo,
    conditions: where => productFilterConditions(tx, where),
  })

/** Nobody else changes the chosen products from here on. */
async function hold(tx: Tx, body: Body<'bulkRemove'>): Promise<Held> {
  const rows = await find(tx, body)
  const held = await tx<
    { id: string; title: string }[]
  >`select id, title from product where id = any (${rows.ids}::uuid[]) order by id for no key update`
  return {
    rows,
    there: new Map(held.map(row => [row.id, row.title])),
    ids: held.map(row => row.id),
  }
}

export async function setStatuses(
  tx: Tx,
  { status, ...chosen }: Body<'bulkStatus'>,
): Promise<BulkReply> {
  const { rows, there, ids } = await hold(tx, chosen)
  await tx`update product set status = ${status}, version = version + 1, updated_at = now() where id = any (${ids}::uuid[]) and status <> ${status}`
  return tellEach(rows, there)
}

export async function changeProductTags(
  tx: Tx,
  { add, remove, ...chosen }: Body<'bulkTags'>,
): Promise<BulkReply> {
  const { rows, there, ids } = await hold(tx, chosen)
  return tellEach(
    rows,
    there,
    fullOfTags(
      await changeTags(tx, 'product', ids, { add, remove }, productLimits.tags),
      productLimits.tags,
    ),
  )
}

export async function changeCategories(
  tx: Tx,
  { add = [], remove = [], ...chosen }: Body<'bulkCategories'>,
): Promise<BulkReply> {
  if (add.length + remove.length === 0)
    throw refuseField('add', 'required', 'Name at least one category')
  await checkCategories(tx, add)
  const { rows, there, ids } = await hold(tx, chosen)
  const full = await tx<{ id: string }[]>`
    select p.id from unnest(${ids}::uuid[]) as p (id)
    where ${productLimits.categories}::integer < (select count(*) from (
      select category_id from product_category pc where pc.product_id = p.id and category_id <> all (${remove}::uuid[]) union select unnest(${add}::uuid[])) c)`
  const refused = new Map(
    full.map(row => [
      row.id,
      { code: 'too_many_categories', message: `At most ${productLimits.categories} categories` },
    ]),
  )
  const fit = ids.filter(id => !refused.has(id))
  await tx`
    with taken as (
      delete from product_category where product_id = any (${fit}::uuid[]) and category_id = any (${remove}::uuid[]) and category_id <> all (${add}::uuid[]) returning product_id
    ), put as (
      insert into product_category (product_id, category_id) select p, c from unnest(${fit}::uuid[]) p cross join unnest(${add}::uuid[]) c
      on conflict do nothing returning product_id
    )
    update product set version = version + 1, updated_at = now() where id in (select product_id from taken union select product_id from put)`
  return tellEach(rows, there, refused)
}

async function checkCategories(tx: Tx, ids: string[]): Promise<void> {
  // Locked, so that none of them is deleted before the products are in it.
  const own = await tx<
    { id: string }[]
  >`select id from category where id = any (${ids}::uuid[]) order by id for key share`
  const known = new Set(own.map(row => row.id))
  for (const [index, id] of ids.entries())
    if (!known.has(id.toLowerCase()))
      throw refuseField(`add.${index}`, 'unknown', 'This category does not exist')
}

export async function removeChosen(tx: Tx, chosen: Body<'bulkRemove'>): Promise<BulkReply> {
  const rows = await find(tx, chosen)
  return tellEach(rows, await removeProducts(tx, rows.ids))
}
