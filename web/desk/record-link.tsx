import { Link } from 'react-router'
import type { Task } from '#contract/desk/task.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import css from './task-row.module.css'

/** Returns the page of the record that a task or an event is about. */
export function findRecordPath({
  orderId,
  productId,
  customerId,
}: Pick<Task, 'orderId' | 'productId' | 'customerId'>): string | undefined {
  if (orderId) return getRecordPath('order', orderId)
  if (productId) return getRecordPath('product', productId)
  return customerId ? getRecordPath('customer', customerId) : undefined
}

export function RecordLink({ path, name }: { path: string | undefined; name: string }) {
  return path ? (
    <Link to={path} className={css.recordLink}>
      <bdi>{name}</bdi>
    </Link>
  ) : null
}
