import {
  Suppression,
  type SuppressionInput,
  type SuppressionListQuery,
} from '#contract/campaign/suppression.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { canSeeContacts } from '../customer/rule/contact-visibility.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx } from '../lib/db/db.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    email_suppression: Pick<Suppression, 'email' | 'reason'>
  }
}

/** Without the permission to see contacts, the addresses are empty and cannot be searched. */
export async function listSuppressions(
  tx: Tx,
  query: SuppressionListQuery,
  { storeId, abilities }: Pick<Principal, 'storeId' | 'abilities'>,
): Promise<Page<Suppression>> {
  if (canSeeContacts(abilities)) return selectSuppressions(tx, query, storeId)
  const page = await selectSuppressions(tx, { ...query, q: undefined, sort: undefined }, storeId)
  return { ...page, items: page.items.map(row => ({ ...row, email: '' })) }
}

const selectSuppressions = (tx: Tx, query: SuppressionListQuery, storeId: string) =>
  listPage<Suppression>(
    tx,
    {
      key: `suppression ${JSON.stringify([query.q, query.reason])}`,
      from: tx`email_suppression`,
      alias: 'email_suppression',
      columns: tx`${selectColumns(Suppression)(tx)}`,
      where: [
        ...(query.q ? [tx`email ilike ${toLikePattern(query.q)}`] : []),
        ...(query.reason ? [tx`reason = ${query.reason}`] : []),
      ],
      sorts: {
        createdAt: { expression: 'created_at', type: 'timestamptz' },
        email: { expression: 'email', type: 'text' },
      },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

/** @throws Problem 409 suppression_taken */
export async function createSuppression(tx: Tx, { email }: SuppressionInput): Promise<Suppression> {
  const id = await insertRow(tx, 'email_suppression', { email, reason: 'manual' })
  const [row] = await tx<Suppression[]>`
    select ${selectColumns(Suppression)(tx)} from email_suppression where id = ${id}`
  return assertFound(row, 'suppression_not_found')
}

export async function deleteSuppression(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from email_suppression where id = ${id} returning id`
  assertFound(row, 'suppression_not_found')
}
