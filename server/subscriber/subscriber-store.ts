import { Subscriber, type SubscriberListQuery } from '#contract/customer/subscriber.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import { selectColumns, type Tx } from '../lib/db/db.ts'

export const buildSubscriberConditions = (
  tx: Tx,
  { q, state }: Pick<SubscriberListQuery, 'q' | 'state'>,
) => [
  ...(state ? [tx`s.state = ${state}`] : []),
  ...(q ? [tx`s.email ilike ${toLikePattern(q)}`] : []),
]

export const listSubscribers = (
  tx: Tx,
  query: SubscriberListQuery,
  storeId: string,
): Promise<Page<Subscriber>> =>
  listPage<Subscriber>(
    tx,
    {
      key: `subscriber ${JSON.stringify([query.q, query.state])}`,
      from: tx`subscriber s`,
      alias: 's',
      columns: tx`${selectColumns(Subscriber, { alias: 's' })(tx)}`,
      where: buildSubscriberConditions(tx, query),
      sorts: {
        createdAt: { expression: 's.created_at', type: 'timestamptz' },
        email: { expression: 's.email', type: 'text' },
      },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

export async function deleteSubscriber(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from subscriber where id = ${id} returning id`
  assertFound(row, 'subscriber_not_found')
}
