export type RetentionRule = {
  table: string
  /** The time from which the age counts: a column or an expression of columns. */
  since: string
  /** The age at which a row is deleted, as an interval of PostgreSQL. */
  age: string
  /** A further condition. */
  where?: string
  /** A table whose columns `since` and `where` use as well. */
  using?: string
  /** The number of rows that one transaction deletes, with the rows that refer to them. */
  batchSize?: number
  /** Whether the whole table is read, instead of an index on `since`. */
  isScanned?: boolean
  /** Whether rows are deleted once a day, because the query reads much, instead of every ten minutes. */
  isDaily?: boolean
}

/**
 * How long rows are kept. One job deletes them for all stores. Two kinds of data are deleted
 * elsewhere: files on the disk, and months of the activity log, which a seal ends.
 */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'automation_email', since: 'automation_email.created_at', age: '2 years' },
  // The provider repeats an event for at most three days.
  { table: 'billing_event', since: 'billing_event.received_at', age: '30 days' },
  // The results of a campaign are compared with those of the year before.
  { table: 'campaign_recipient', since: 'campaign_recipient.created_at', age: '2 years' },
  // The cookie of a cart expires at the same time.
  { table: 'cart', since: 'cart.updated_at', age: '30 days' },
  { table: 'conversation', since: 'conversation.last_message_at', age: '2 years' },
  {
    table: 'conversation',
    since: 'conversation.updated_at',
    age: '30 days',
    where: `conversation.place in ('spam', 'trash')`,
    // With an index on the time, the database would use it for the lists of these places.
    isScanned: true,
    isDaily: true,
  },
  { table: 'empty_search', since: 'empty_search.last_at', age: '90 days' },
  { table: 'idempotency', since: 'idempotency.created_at', age: '3 days' },
  // Until then, the staff page shows an expired invitation and can send it again.
  { table: 'invitation', since: 'invitation.expires_at', age: '30 days' },
  // Senders deliver an email again for at most a few days, so its digest is not needed longer.
  {
    table: 'mail_in',
    since: 'mail_in.created_at',
    age: '14 days',
    where: `mail_in.status = 'done'`,
  },
  // Time enough to correct the cause and to file the email.
  {
    table: 'mail_in',
    since: 'mail_in.created_at',
    age: '90 days',
    where: `mail_in.status = 'dead'`,
  },
  { table: 'mail_link', since: 'mail_link.expires_at', age: '7 days' },
  // A change on a later day moves `created_at` (getDraftTime).
  {
    table: 'message',
    since: 'message.created_at',
    age: '90 days',
    where: `message.status = 'draft'`,
  },
  { table: 'notification', since: 'notification.created_at', age: '90 days' },
  // Time enough to download the file. It can be written again.
  { table: 'order_print', since: 'order_print.created_at', age: '1 hour' },
  // Until then, the list of links shows how many orders were packed.
  { table: 'packer_link', since: 'packer_link.expires_at', age: '30 days' },
  {
    table: 'product_alert',
    since: 'product_alert.requested_at',
    age: '30 days',
    where: `product_alert.state = 'pending'`,
  },
  {
    table: 'product_alert',
    since: 'product_alert.requested_at',
    age: '1 year',
    where: `product_alert.state in ('sent', 'unsubscribed')`,
  },
  {
    table: 'rate_limit_bucket',
    // A limit that is fully refilled counts like a missing row.
    since: 'rate_limit_bucket.full_at',
    age: '0 seconds',
    batchSize: 20_000,
    // Nearly every row has expired when the job runs. An index would slow down each request that counts.
    isScanned: true,
  },
  {
    table: 'refresh_token',
    using: 'session',
    // Used tokens stay while their session is active, because the reuse of a token reveals a thief.
    since: 'least(session.ended_at, session.expires_at)',
    age: '1 day',
    where: 'session.id = refresh_token.session_id',
    // No index spans both tables, so all tokens are read.
    isDaily: true,
  },
  // Sessions stay after their end, because they show which networks a person uses.
  {
    table: 'sale',
    since: 'sale.created_at',
    age: '90 days',
    // A payment that can still change needs its sale.
    where: `sale.state <> 'held' and not exists (
      select from payment_session s
      where s.store_id = sale.store_id and s.sale_id = sale.id
        and s.state in ('opening', 'open', 'processing', 'late'))`,
  },
  { table: 'session', since: 'least(session.ended_at, session.expires_at)', age: '90 days' },
  {
    table: 'subscriber',
    since: 'subscriber.requested_at',
    age: '30 days',
    where: `subscriber.state = 'pending'`,
  },
  {
    table: 'task',
    since: 'task.deleted_at',
    age: '30 days',
    // A rule would create it again.
    where: 'task.source_id is null',
  },
  {
    table: 'webhook_event',
    since: 'webhook_event.created_at',
    age: '30 days',
    where: `not exists (
      select from webhook_delivery d
      where d.store_id = webhook_event.store_id and d.event_id = webhook_event.id
        and d.created_at >= now() - interval '30 days')`,
  },
  // The cookie of a list without an account expires at the same time.
  {
    table: 'wish_list',
    since: 'wish_list.updated_at',
    age: '180 days',
    where: `wish_list.email = ''`,
  },
  { table: 'wish_list', since: 'wish_list.updated_at', age: '3 years' },
]
