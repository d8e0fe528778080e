import type { z } from 'zod'
import {
  Customer,
  type CustomerInput,
  type CustomerListQuery,
  type customerApi,
} from '#contract/customer/customer.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { normalizePhone } from '../address/phone-number.ts'
import { type ListDefinition, listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound, assertVersion } from '../lib/call/problem.ts'
import { type ListSearch, listSearchPage, resolveSearch } from '../lib/call/search-list.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    customer: CustomerInput
  }
}

type CustomerEdit = z.infer<typeof customerApi.update.body>

export function listCustomers(
  tx: Tx,
  query: CustomerListQuery,
  storeId: string,
): Promise<Page<Customer>> {
  const definition = defineCustomerList(tx, query)
  return query.q
    ? listSearchPage(tx, { definition, request: query, storeId }, toSearch(tx, query.q))
    : listPage(tx, definition, query, storeId)
}

const defineCustomerList = (tx: Tx, query: CustomerListQuery): ListDefinition => ({
  key: `customer ${JSON.stringify([query.q, query.tag])}`,
  from: tx`customer c`,
  alias: 'c',
  columns: tx`${selectColumns(Customer, { alias: 'c' })(tx)}`,
  where: hasTag(tx, query.tag),
  sorts: {
    name: { expression: 'lower(c.name)', type: 'text' },
    createdAt: { expression: 'c.created_at', type: 'timestamptz' },
    totalSpent: { expression: 'c.total_spent', type: 'bigint' },
    lastOrderAt: {
      expression: `coalesce(c.last_order_at, '-infinity'::timestamptz)`,
      type: 'timestamptz',
    },
  },
  defaultSort: '-createdAt',
  total: query.q || query.tag?.length ? undefined : selectCustomerTotal(tx),
})

const selectCustomerTotal = (tx: Tx) => tx`
  select coalesce(sum(records), 0) from record_tally
  where store_id = current_store() and subject = 'customer'`

/** Returns the list's search and filter as conditions on `customer c`, for bulk calls. */
export async function findCustomerConditions(
  tx: Tx,
  { q, tag }: Pick<CustomerListQuery, 'q' | 'tag'>,
) {
  const searchConditions = q ? await resolveSearch(tx, { alias: 'c' }, toSearch(tx, q)) : []
  return [...searchConditions, ...hasTag(tx, tag)]
}

/** The second condition is that of an index, because most customers have no tags. */
const hasTag = (tx: Tx, tag: CustomerListQuery['tag']) =>
  tag?.length ? [tx`c.tags && ${tag}::text[] and c.tags <> '{}'`] : []

function toSearch(tx: Tx, q: string): ListSearch {
  const pattern = toLikePattern(q)
  return {
    entity: 'customer',
    words: normalizePhone(q),
    textConditions: [
      tx`(c.name ilike ${pattern} or c.email ilike ${pattern} or c.phone ilike ${pattern})`,
    ],
    text: tx`lower(concat_ws(' ', c.name, c.email, regexp_replace(c.phone, '\\D', '', 'g')))`,
  }
}

export async function getCustomer(tx: Tx, id: string): Promise<Customer> {
  const [row] = await tx<
    Customer[]
  >`select ${selectColumns(Customer)(tx)} from customer where id = ${id}`
  return assertFound(row, 'customer_not_found')
}

export const createCustomer = async (tx: Tx, input: CustomerInput): Promise<Customer> =>
  getCustomer(tx, await insertRow(tx, 'customer', input))

export async function updateCustomer(
  tx: Tx,
  id: string,
  { version, ...input }: CustomerEdit,
): Promise<Customer> {
  const [current] = await tx<
    Customer[]
  >`select ${selectColumns(Customer)(tx)} from customer where id = ${id} for update`
  assertVersion(assertFound(current, 'customer_not_found'), version)
  await updateVersionedRow(tx, 'customer', id, input)
  return getCustomer(tx, id)
}

/**
 * Deletes a customer. Their orders stay and keep the name of the customer. The orders are locked
 * first, as every change of an order does.
 */
export async function deleteCustomer(tx: Tx, id: string): Promise<undefined> {
  await tx`select 1 from "order" where customer_id = ${id} order by id for update`
  const [deletedRow] = await tx`delete from customer where id = ${id} returning id`
  assertFound(deletedRow, 'customer_not_found')
}
