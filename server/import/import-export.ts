import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { ImportProblem } from '#contract/import/import.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { getMinorUnitDigits } from '#contract/lib/money/money.ts'
import type { OrderListQuery } from '#contract/order/order-filter.ts'
import type { ProductListQuery } from '#contract/product/product.ts'
import { canSeeContacts, hideAddressPhone } from '../customer/rule/contact-visibility.ts'
import type { ListDefinition } from '../lib/call/list.ts'
import type { RunInTransaction, Tx } from '../lib/db/db.ts'
import { byteOrderMark } from '../lib/text/csv-cell.ts'
import type { OrderDraft } from './order/import-order-draft.ts'
import { createOrderExportRows, orderExportHeader } from './order/import-order-export.ts'
import { loadOrderDrafts } from './order/load-order-drafts.ts'
import { loadCategoryPaths } from './product/import-category-path.ts'
import { loadExistingProducts } from './product/import-existing-products.ts'
import {
  createProductExportRows,
  csvFormat,
  productExportHeader,
} from './product/import-product-export.ts'
import type { ExistingProduct, ProductValue } from './product/import-product-value.ts'

/** Returns the filters of a list as conditions on its table, `product p` or `"order" o`. */
export type ListConditions<Q> = (
  tx: Tx,
  query: Q,
  abilities: readonly Ability[],
) => Promise<ListDefinition['where']>

/** A batch is formatted in one turn of the event loop, so a larger one would delay other requests. */
const batchSize = 50
type SqlCondition = ListDefinition['where'][number]

/**
 * Streams rows as CSV in batches. A batch is read when the client has taken the previous one, so
 * memory stays constant and no transaction waits for a slow client. Oldest rows are first, so that
 * an import creates them in the same order.
 */
function streamCsv(
  header: readonly string[],
  runInTransaction: RunInTransaction,
  readBatch: (tx: Tx, afterId: string) => Promise<{ rows: string[][]; lastId: string | undefined }>,
): Readable {
  async function* chunks() {
    yield byteOrderMark + stringify([[...header]], csvFormat)
    let afterId: string | undefined = '00000000-0000-0000-0000-000000000000'
    while (afterId !== undefined) {
      const from: string = afterId
      const { rows, lastId } = await runInTransaction(tx => readBatch(tx, from))
      if (rows.length) yield stringify(rows, csvFormat)
      afterId = lastId
    }
  }
  return Readable.from(chunks())
}

const joinConditions = (tx: Tx, conditions: readonly SqlCondition[]) =>
  conditions.reduce((joined, condition) => tx`${joined} and ${condition}`, tx`true`)
const loadMinorDigits = async (tx: Tx) =>
  getMinorUnitDigits(
    (await tx<{ currency: string }[]>`select currency from store where id = current_store()`)[0]
      ?.currency ?? 'USD',
  )

/**
 * Streams the products of a list. Without `canSeeCost`, the cost column is empty, so that the file
 * can be imported.
 */
export const exportProducts = (
  runInTransaction: RunInTransaction,
  query: ProductListQuery,
  where: (tx: Tx, query: ProductListQuery) => Promise<ListDefinition['where']>,
  { siteUrl, canSeeCost }: { siteUrl: string; canSeeCost: boolean },
) =>
  streamCsv(productExportHeader, runInTransaction, async (tx, afterId) => {
    const conditions = await where(tx, query)
    const [productRows, paths, exponent] = await Promise.all([
      tx<{ id: string }[]>`
        select p.id from product p
        where p.id > ${afterId} and ${joinConditions(tx, conditions)}
        order by p.id limit ${batchSize}`,
      loadCategoryPaths(tx),
      loadMinorDigits(tx),
    ])
    const products = await loadExistingProducts(
      tx,
      productRows.map(row => row.id),
      paths,
      siteUrl,
    )
    const rows = products
      .map(product => toExportedProduct(product, canSeeCost))
      .flatMap(product => createProductExportRows(product, exponent))
    return { rows, lastId: productRows.length < batchSize ? undefined : productRows.at(-1)?.id }
  })

const toExportedProduct = (product: ExistingProduct, canSeeCost: boolean): ProductValue => ({
  ...product,
  variants: product.variants.map(variant => (canSeeCost ? variant : { ...variant, cost: null })),
  images: product.images.map(({ imageUrls, ...image }) => ({
    ...image,
    sourceUrl: imageUrls[0] ?? '',
  })),
})

/** Returns the order without the contact details that the caller can't see. */
const hideContacts = <O extends Omit<OrderDraft, 'rows'>>(
  abilities: readonly Ability[],
  order: O,
): O => ({
  ...order,
  ...(!canSeeContacts(abilities) && { email: '', phone: '' }),
  shippingAddress: hideAddressPhone(abilities, order.shippingAddress),
  billingAddress: hideAddressPhone(abilities, order.billingAddress),
})

export const exportOrders = (
  runInTransaction: RunInTransaction,
  query: OrderListQuery,
  where: ListConditions<OrderListQuery>,
  abilities: readonly Ability[],
) =>
  streamCsv(orderExportHeader, runInTransaction, async (tx, afterId) => {
    const conditions = await where(tx, query, abilities)
    const [orderRows, exponent] = await Promise.all([
      tx<{ id: string }[]>`
        select o.id from "order" o
        where o.id > ${afterId} and ${joinConditions(tx, conditions)}
        order by o.id limit ${batchSize}`,
      loadMinorDigits(tx),
    ])
    const orders = await loadOrderDrafts(
      tx,
      orderRows.map(row => row.id),
    )
    return {
      rows: orders.flatMap(order =>
        createOrderExportRows(hideContacts(abilities, order), exponent),
      ),
      lastId: orderRows.length < batchSize ? undefined : orderRows.at(-1)?.id,
    }
  })

const problemHeader = ['Row', 'Column', 'Value', 'Level', 'Code', 'Message']

/** Streams every problem of an import, in the order of the rows. */
export function exportProblems(
  runInTransaction: RunInTransaction,
  id: string,
  guardFormula: (text: string) => string,
): Readable {
  let row = -1
  return streamCsv(problemHeader, runInTransaction, async (tx, afterId) => {
    const problemRows = await tx<({ id: string } & Omit<ImportProblem, 'field' | 'params'>)[]>`
      select id, "row", "column", value, level, code, message from import_problem
      where import_id = ${id} and ("row", id) > (${row}, ${afterId}::uuid) order by "row", id limit ${5 * batchSize}`
    row = problemRows.at(-1)?.row ?? row
    return {
      rows: problemRows.map(each =>
        [String(each.row), each.column, each.value, each.level, each.code, each.message].map(
          guardFormula,
        ),
      ),
      lastId: problemRows.length < 5 * batchSize ? undefined : problemRows.at(-1)?.id,
    }
  })
}
