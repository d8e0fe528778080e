import type { Disk } from 'flydrive'
import type { SqlFragment } from '../../lib/call/list.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { RunInTransaction, Tx } from '../../lib/db/db.ts'
import { selectIsOfCurrentCustomer } from './current-customer.ts'

/** Columns without data about a person. */
const internalColumns = [
  'store_id',
  'version',
  'search',
  'folded_sku',
  'folded_email',
  'folded_tracking',
  'folded_carrier',
  'folded_code',
  'folded_payment_method',
  'folded_shipping_method',
  'has_note',
  'shipping_country',
  'token_hash',
  'reminder_token',
  'cart_hash',
  'cost',
  'took_stock',
  'link_since',
  'corrected_emails',
  'customer_id',
  'order_id',
  'cart_id',
  'subscriber_id',
  'product_alert_id',
  'campaign_id',
  'automation_id',
  'wish_list_id',
]

/** The id of a customer, or the email of a shopper who need not be a customer. */
type ExportedPerson = { id: string } | { email: string }

const selectPerson = (tx: Tx, person: ExportedPerson) =>
  'id' in person
    ? tx`select c as row, c.id, nullif(c.folded_email, '') as email from customer c where c.id = ${person.id}`
    : tx`
      select c as row, c.id, ${person.email}::text as email
      from (select) nothing left join customer c on c.folded_email = ${person.email} and c.folded_email <> ''`

/** Returns everything that the store has about a person, as the text of a JSON file. */
async function exportPerson(tx: Tx, person: ExportedPerson): Promise<string> {
  const hidden = selectHidden(tx)
  const [row] = await tx<{ data: unknown }[]>`
    with person as (
      ${selectPerson(tx, person)}
    ), person_order as (
      select o.* from "order" o, person
      where o.customer_id = person.id or (o.folded_email = person.email and o.folded_email <> '')
    )
    select jsonb_build_object(
      'exportedAt', now(),
      'profile', to_jsonb(person.row) - ${hidden},
      'addresses', (
        select coalesce(jsonb_agg(to_jsonb(a) - ${hidden} order by a.id), '[]')
        from customer_address a where a.customer_id = person.id),
      'orders', (
        select coalesce(jsonb_agg(${selectOrder(tx)} order by o.id), '[]') from person_order o),
      'carts', (
        select coalesce(jsonb_agg(to_jsonb(c) - ${hidden} || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(l) - ${hidden} order by l.id), '[]')
          from cart_line l where l.store_id = c.store_id and l.cart_id = c.id)) order by c.id), '[]')
        from cart c where c.email = person.email),
      'reviews', (
        select coalesce(jsonb_agg(
          to_jsonb(r) - ${hidden} || jsonb_build_object('product', p.title) order by r.id), '[]')
        from review r
        join person_order o on o.store_id = r.store_id and o.id = r.order_id
        join product p on p.store_id = r.store_id and p.id = r.product_id),
      'newsletter', (
        select coalesce(jsonb_agg(to_jsonb(s) - ${hidden}), '[]') from subscriber s where s.email = person.email),
      'productAlerts', (
        select coalesce(jsonb_agg(
          to_jsonb(a) - ${hidden} || jsonb_build_object('product', p.title) order by a.id), '[]')
        from product_alert a
        join variant v on v.store_id = a.store_id and v.id = a.variant_id
        join product p on p.store_id = v.store_id and p.id = v.product_id
        where a.email = person.email),
      'wishList', ${selectWishes(tx)},
      'campaignEmails', ${selectMarketingEmails(tx, 'campaign_recipient')},
      'automationEmails', ${selectMarketingEmails(tx, 'automation_email')},
      'consents', (
        select coalesce(jsonb_agg(
          to_jsonb(e) - ${hidden} || jsonb_build_object('about', case
            when e.customer_id is not null then 'marketing'
            when e.subscriber_id is not null then 'newsletter'
            else 'product alert' end) order by e.created_at, e.id), '[]')
        from consent_event e
        where e.customer_id = person.id
          or e.subscriber_id in (select s.id from subscriber s where s.email = person.email)
          or e.product_alert_id in (select a.id from product_alert a where a.email = person.email)),
      'messages', (
        select coalesce(jsonb_agg(to_jsonb(m) - ${hidden} order by m.id), '[]')
        from conversation d join message m on m.store_id = d.store_id and m.conversation_id = d.id
        where (d.email = nullif(person.email, '') or d.customer_id = person.id)
          and d.place <> 'team' and m.direction <> 'note' and m.status <> 'draft')
    ) as data
    from person`
  return `${JSON.stringify(assertFound(row, 'customer_not_found').data, null, 2)}\n`
}

/** Returns the products on the wish list of a `person`. */
const selectWishes = (tx: Tx) => tx`(
  select coalesce(jsonb_agg(
    to_jsonb(i) - ${selectHidden(tx)} || jsonb_build_object('product', p.title) order by i.id), '[]')
  from wish_list w
  join wish_list_item i on i.store_id = w.store_id and i.wish_list_id = w.id
  join product p on p.store_id = i.store_id and p.id = i.product_id
  where w.email = person.email)`

/** Returns the emails of campaigns or automations to a `person`. */
const selectMarketingEmails = (tx: Tx, table: 'campaign_recipient' | 'automation_email') => tx`(
  select coalesce(jsonb_agg(to_jsonb(e) - ${selectHidden(tx)} order by e.id), '[]')
  from ${tx(table)} e where e.email = person.email or e.customer_id = person.id)`

type PersonalFile = {
  orderNumber: string
  purpose: string
  fileName: string
  contentType: string
  createdAt: string
  fileKey: string
}

/**
 * Streams the export of a customer with the files of their orders in base64, one after the other, so that memory
 * stays constant. They are the photos of returns, attachments and labels.
 */
export async function* writePersonExport(
  { inTx, disk }: { inTx: RunInTransaction; disk: Disk },
  person: ExportedPerson,
): AsyncGenerator<string> {
  const { text, files } = await inTx(async tx => ({
    text: await exportPerson(tx, person),
    files: await listPersonalFiles(tx, person),
  }))
  yield text.replace(/\n\}\n$/, ',\n  "files": [')
  for (const [index, { fileKey, ...file }] of files.entries()) {
    const exists = await disk.exists(fileKey)
    const content = exists ? Buffer.from(await disk.getBytes(fileKey)).toString('base64') : null
    yield `${index > 0 ? ',' : ''}\n    ${JSON.stringify({ ...file, content })}`
  }
  yield '\n  ]\n}\n'
}

const listPersonalFiles = (tx: Tx, person: ExportedPerson) => tx<PersonalFile[]>`
  select o.number as order_number, f.purpose, f.file_name, f.content_type, f.created_at, f.file_key
  from customer c
  join "order" o on o.store_id = c.store_id
    and (o.customer_id = c.id or (o.folded_email = c.folded_email and o.folded_email <> ''))
  join order_file f on f.store_id = o.store_id and f.order_id = o.id
  where ${'id' in person ? tx`c.id = ${person.id}` : tx`c.folded_email = ${person.email} and c.folded_email <> ''`}
    and ${selectIsOfCurrentCustomer(tx, tx`f.created_at`)} order by o.id, f.id`

const selectHidden = (tx: Tx) => tx`${internalColumns}::text[]`

/**
 * Returns an order `o` with its parts, except events and documents of a former customer. The order before and
 * after an event is omitted too, because it can name them.
 */
function selectOrder(tx: Tx) {
  const parts = tx`
    'lines', ${selectPart(tx, 'order_line')},
    'discounts', ${selectPart(tx, 'order_discount')},
    'events', ${selectCustomerPart(tx, 'order_event', { time: 'at', omittedColumns: ['before', 'after'] })},
    'payments', ${selectPart(tx, 'payment')},
    'invoices', ${selectCustomerPart(tx, 'invoice')},
    'shipments', ${selectPart(tx, 'fulfillment')},
    'returns', ${selectReturns(tx)},
    'withdrawals', ${selectCustomerPart(tx, 'order_withdrawal')}`
  return tx`to_jsonb(o) - ${selectHidden(tx)} || jsonb_build_object(${parts})`
}

const selectReturns = (tx: Tx) => tx`(
  select coalesce(jsonb_agg(to_jsonb(r) - ${selectHidden(tx)} || jsonb_build_object('lines', (
    select coalesce(jsonb_agg(to_jsonb(l) - ${selectHidden(tx)} order by l.id), '[]')
    from order_return_line l where l.store_id = r.store_id and l.return_id = r.id)) order by r.id), '[]')
  from order_return r
  where r.store_id = o.store_id and r.order_id = o.id
    and ${selectIsOfCurrentCustomer(tx, tx`r.created_at`)})`

type PartOptions = { condition?: SqlFragment; omittedColumns?: readonly string[] }

const selectPart = (
  tx: Tx,
  table: string,
  { condition = tx`true`, omittedColumns = [] }: PartOptions = {},
) => tx`(
  select coalesce(jsonb_agg(to_jsonb(x) - ${selectHidden(tx)} - ${[...omittedColumns]}::text[] order by x.id), '[]')
  from ${tx(table)} x
  where x.store_id = o.store_id and x.order_id = o.id and ${condition})`

/** Like `selectPart`, without rows of a former customer. */
const selectCustomerPart = (
  tx: Tx,
  table: string,
  { time = 'created_at', ...options }: { time?: string; omittedColumns?: readonly string[] } = {},
) =>
  selectPart(tx, table, {
    ...options,
    condition: selectIsOfCurrentCustomer(tx, tx`x.${tx(time)}`),
  })
