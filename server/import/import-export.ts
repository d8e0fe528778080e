import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { minorDigits } from '#contract/lib/money.ts'
import type { Ability } from '#contract/lib/permission.ts'
import type { OrderListQuery } from '#contract/order.ts'
import type { ProductListQuery } from '#contract/product.ts'
import type { ListPlan } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { byteOrderMark } from '../lib/text/csv-cell.ts'
import { addressFor, seesContacts } from '../rule/contact-rule.ts'
import type { OrderDraft } from './order/import-order-draft.ts'
import { orderExportHeader, orderExportRows } from './order/import-order-export.ts'
import { readOrdersAgain } from './order/import-order-stored.ts'
import { readCategoryPaths } from './product/import-category-path.ts'
import { readExisting } from './product/import-existing.ts'
import {
  csvFormat,
  productExportHeader,
  productExportRows,
} from './product/import-product-export.ts'

export type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
/** A list's own filters as conditions on its table, `product p` or `"order" o`. */
export type Conditions<Q> = (tx: Tx, query: Q, abilities: readonly Ability[]) => ListPlan['where']

const batch = 200
type Fragment = ListPlan['where'][number]

/**
 * Rows as CSV, a batch at a time, each read when the one before has been taken: any number of rows in the same memory,
 * and no transaction waits for a slow line. Oldest first, so that a store that reads the file makes them in that order.
 */
function stream(
  header: readonly string[],
  inTx: InTx,
  readBatch: (tx: Tx, after: string) => Promise<{ rows: string[][]; last: string | undefined }>,
): Readable {
  async function* chunks() {
    yield byteOrderMark + stringify([[...header]], csvFormat)
    let after: string | undefined = '00000000-0000-0000-0000-000000000000'
    while (after !== undefined) {
      const from: string = after
      const { rows, last } = await inTx(tx => readBatch(tx, from))
      if (rows.length) yield stringify(rows, csvFormat)
      after = last
    }
  }
  return Readable.from(chunks())
}

const all = (tx: Tx, conditions: readonly Fragment[]) =>
  conditions.reduce((joined, one) => tx`${joined} and ${one}`, tx`true`)
const decimals = async (tx: Tx) =>
  minorDigits(
    (
      await tx<{ currency: string }[]>`select currency from business where id = current_business()`
    )[0]?.currency ?? 'USD',
  )

/** Without `hasCost` the column is there and empty, so that the file can be read back as ever. */
export const exportProducts = (
  inTx: InTx,
  query: ProductListQuery,
  where: (tx: Tx, query: ProductListQuery) => ListPlan['where'],
  { site, hasCost }: { site: string; hasCost: boolean },
) =>
  stream(productExportHeader, inTx, async (tx, after) => {
    const [found, paths, exponent] = await Promise.all([
      tx<
        { id: string }[]
      >`select p.id from product p where p.id > ${after} and ${all(tx, where(tx, query))} order by p.id limit ${batch}`,
      readCategoryPaths(tx),
      decimals(tx),
    ])
    const products = await readExisting(
      tx,
      found.map(row => row.id),
      paths,
      site,
    )
    const rows = products.flatMap(product =>
      productExportRows(
        {
          ...product,
          variants: product.variants.map(variant => ({
            ...variant,
            cost: hasCost ? variant.cost : null,
          })),
          images: product.images.map(({ addresses, alt, variantIndexes }) => ({
            src: addresses[0] ?? '',
            alt,
            variantIndexes,
          })),
        },
        exponent,
      ),
    )
    return { rows, last: found.length < batch ? undefined : found.at(-1)?.id }
  })

/** An order of the file as this person may see it on the page. */
const contactsFor = <O extends Omit<OrderDraft, 'rows'>>(
  abilities: readonly Ability[],
  order: O,
): O => ({
  ...order,
  ...(!seesContacts(abilities) && { email: '', phone: '' }),
  shippingAddress: addressFor(abilities, order.shippingAddress),
  billingAddress: addressFor(abilities, order.billingAddress),
})

export const exportOrders = (
  inTx: InTx,
  query: OrderListQuery,
  where: Conditions<OrderListQuery>,
  abilities: readonly Ability[],
) =>
  stream(orderExportHeader, inTx, async (tx, after) => {
    const [found, exponent] = await Promise.all([
      tx<
        { id: string }[]
      >`select o.id from "order" o where o.id > ${after} and ${all(tx, where(tx, query, abilities))} order by o.id limit ${batch}`,
      decimals(tx),
    ])
    const orders = await readOrdersAgain(
      tx,
      found.map(row => row.id),
    )
    return {
      rows: orders.flatMap(order => orderExportRows(contactsFor(abilities, order), exponent)),
      last: found.length < batch ? undefined : found.at(-1)?.id,
    }
  })

const problemHeader = ['Row', 'Column', 'Level', 'Code', 'Message']

/** Every problem of an import, in the order of the rows. */
export function exportProblems(inTx: InTx, id: string, guard: (text: string) => string): Readable {
  let row = -1
  return stream(problemHeader, inTx, async (tx, after) => {
    const found = await tx<
      { id: string; row: number; column: string; level: string; code: string; message: string }[]
    >`
      select id, "row", "column", level, code, message from import_problem
      where import_id = ${id} and ("row", id) > (${row}, ${after}::uuid) order by "row", id limit ${5 * batch}`
    row = found.at(-1)?.row ?? row
    return {
      rows: found.map(each =>
        [String(each.row), each.column, each.level, each.code, each.message].map(guard),
      ),
      last: found.length < 5 * batch ? undefined : found.at(-1)?.id,
    }
  })
}
