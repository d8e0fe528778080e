import type { NotificationKind, StoreNotification } from '#contract/staff/notification.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'

/** About the payment of a cart, which has no order. */
const cartPaymentKinds: readonly NotificationKind[] = [
  'payment_late',
  'payment_mismatch',
  'payment_unsettled',
]

/** Returns the path of the page that the notification leads to. */
export const getNotificationLink = ({
  kind,
  subject,
  subjectId,
  data,
}: Pick<StoreNotification, 'subject' | 'subjectId'> &
  Partial<Pick<StoreNotification, 'kind' | 'data'>>) => {
  if (kind === 'review_added') return recordListPaths.review
  if (kind !== undefined && cartPaymentKinds.includes(kind)) return recordListPaths.order
  if (kind === 'payment_account_failed') return '/apps/payment'
  if (kind === 'task_due') return recordListPaths.task
  if (subject === 'business') return '/apps/plan'
  if (subject === 'calendar') {
    const on = data?.occursOn ? `&on=${data.occursOn}` : ''
    return `${recordListPaths.calendar}?edit=${subjectId}${on}`
  }
  if (data?.source === 'team') return `/apps/chat/${subjectId}`
  if (subject === 'task') return `/apps/todo/open?edit=${subjectId}`
  if (subject === 'domain') return recordListPaths.domain
  return getRecordPath(subject === 'developer' ? 'webhook' : subject, subjectId)
}
