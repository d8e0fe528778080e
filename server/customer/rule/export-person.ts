import type { Disk } from 'flydrive'
import { selectIsShoppersInvoice } from '../../invoice/rule/list-issued-invoices.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { RunInTransaction, Tx } from '../../lib/db/db.ts'
import { selectIsOfCurrentCustomer } from './current-customer.ts'
import { selectIsOfShopper } from './mailed-order.ts'
import { shopperEventTypes, toShopperExport } from './shopper-export.ts'

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

/**
 * Returns the condition that the order `o` is of the `person`. A shopper has the orders of the account page,
 * because others have an email that is not verified.
 */
const selectIsOfPerson = (tx: Tx, person: ExportedPerson) =>
  'id' in person
    ? tx`(o.customer_id = person.id or (o.folded_email = person.email and o.folded_email <> ''))`
    : selectIsOfShopper(tx, tx`person.email`)

/**
 * Returns the data that the store has about a person, as the text of a JSON file. That of a shopper has neither
 * carts, whose emails are not verified, nor internal data of staff.
 */
async function exportPerson(tx: Tx, person: ExportedPerson): Promise<string> {
  const hiddenFields = selectHidden(tx)
  const [row] = await tx<{ data: unknown }[]>`
    with person as (
      ${selectPerson(tx, person)}
    ), person_order as (
      select o.* from "order" o, person where ${selectIsOfPerson(tx, person)}
    )
    select jsonb_build_object(
      'exportedAt', now(),
      'profile', to_jsonb(person.row) - ${hiddenFields},
      'addresses', (
        select coalesce(jsonb_agg(to_jsonb(a) - ${hiddenFields} order by a.id), '[]')
        from customer_address a where a.customer_id = person.id),
      'orders', (
        select coalesce(jsonb_agg(${selectOrder(tx, person)} order by o.id), '[]') from person_order o),
      'carts', (
        select coalesce(jsonb_agg(to_jsonb(c) - ${hiddenFields} || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(l) - ${hiddenFields} order by l.id), '[]')
          from cart_line l where l.store_id = c.store_id and l.cart_id = c.id)) order by c.id), '[]')
        from cart c where c.email = person.email),
      'reviews', (
        select coalesce(jsonb_agg(
          to_jsonb(r) - ${hiddenFields} || jsonb_build_object('product', p.title) order by r.id), '[]')
        from review r
        join person_order o on o.store_id = r.store_id and o.id = r.order_id
        join product p on p.store_id = r.store_id and p.id = r.product_id
        where ${selectIsOfCurrentCustomer(tx, tx`r.created_at`)}),
      'newsletter', (
        select coalesce(jsonb_agg(to_jsonb(s) - ${hiddenFields}), '[]') from subscriber s where s.email = person.email),
      'productAlerts', (
        select coalesce(jsonb_agg(
          to_jsonb(a) - ${hiddenFields} || jsonb_build_object('product', p.title) order by a.id), '[]')
        from product_alert a
        join variant v on v.store_id = a.store_id and v.id = a.variant_id
        join product p on p.store_id = v.store_id and p.id = v.product_id
        where a.email = person.email),
      'wishList', ${selectWishes(tx)},
      'campaignEmails', ${selectMarketingEmails(tx, person, 'campaign_recipient')},
      'automationEmails', ${selectMarketingEmails(tx, person, 'automation_email')},
      'consents', (
        select coalesce(jsonb_agg(
          to_jsonb(e) - ${hiddenFields} || jsonb_build_object('about', case
            when e.customer_id is not null then 'marketing'
            when e.subscriber_id is not null then 'newsletter'
            else 'product alert' end) order by e.created_at, e.id), '[]')
        from consent_event e
        where e.customer_id = person.id
          or e.subscriber_id in (select s.id from subscriber s where s.email = person.email)
          or e.product_alert_id in (select a.id from product_alert a where a.email = person.email)),
      'messages', ${selectMessages(tx, person)}
    ) as data
    from person`
  const { data } = assertFound(row, 'customer_not_found')
  return `${JSON.stringify('id' in person ? data : toShopperExport(data), null, 2)}\n`
}

/**
 * Selects whether the email of the conversation `d` is proved: its messages are emails, or an email came from the
 * address. Anyone can type an address into the contact form and the chat.
 */
const selectIsProved = (tx: Tx) => tx`
  (d.channel = 'email' or exists (
    select from message r join message_original o on o.store_id = r.store_id and o.message_id = r.id
    where r.store_id = d.store_id and r.conversation_id = d.id and r.from_email = d.email))`

/** Returns the messages from and to a `person`. A shopper receives no messages that were not sent. */
const selectMessages = (tx: Tx, person: ExportedPerson) => tx`(
  select coalesce(jsonb_agg(to_jsonb(m) - ${selectHidden(tx)} order by m.id), '[]')
  from conversation d join message m on m.store_id = d.store_id and m.conversation_id = d.id
  where d.place <> 'team' and m.direction <> 'note' and ${selectIsProved(tx)} and ${
    'id' in person
      ? tx`(d.customer_id = person.id or d.email = person.email) and m.status <> 'draft'`
      : tx`d.email = person.email and m.status in ('received', 'sent')`
  })`

/** Returns the products on the wish list of a `person`. */
const selectWishes = (tx: Tx) => tx`(
  select coalesce(jsonb_agg(
    to_jsonb(i) - ${selectHidden(tx)} || jsonb_build_object('product', p.title) order by i.id), '[]')
  from wish_list w
  join wish_list_item i on i.store_id = w.store_id and i.wish_list_id = w.id
  join product p on p.store_id = i.store_id and p.id = i.product_id
  where w.email = person.email)`

/** Returns the emails of campaigns or automations to a `person`. */
const selectMarketingEmails = (
  tx: Tx,
  person: ExportedPerson,
  table: 'campaign_recipient' | 'automation_email',
) => tx`(
  select coalesce(jsonb_agg(to_jsonb(e) - ${selectHidden(tx)} order by e.id), '[]')
  from ${tx(table)} e
  where e.email = person.email ${'id' in person ? tx`or e.customer_id = person.id` : tx``})`

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

/** A shopper receives the photos of reviews and the files of returns, as on the page of the order. */
const listPersonalFiles = (tx: Tx, person: ExportedPerson) => tx<PersonalFile[]>`
  with person as (
    ${selectPerson(tx, person)}
  )
  select o.number as order_number, f.purpose, f.file_name, f.content_type, f.created_at, f.file_key
  from person
  join "order" o on ${selectIsOfPerson(tx, person)}
  join order_file f on f.store_id = o.store_id and f.order_id = o.id
  where ${selectIsOfCurrentCustomer(tx, tx`f.created_at`)}
    and ${'id' in person ? tx`true` : tx`(f.purpose in ('return_photo', 'review_photo') or f.return_id is not null)`}
  order by o.id, f.id`

const selectHidden = (tx: Tx) => tx`${internalColumns}::text[]`

/**
 * Returns an order `o` with its parts, except events, documents, answers and the note of a former customer. The
 * order before and after an event is omitted too, because it can name them.
 */
function selectOrder(tx: Tx, person: ExportedPerson) {
  const isStaffExport = 'id' in person
  const isIncludedEvent = isStaffExport ? tx`true` : tx`x.type = any (${shopperEventTypes}::text[])`
  const formerColumns = tx`
    case when ${selectIsOfCurrentCustomer(tx, tx`o.created_at`)} then '{}'
      else '{checkout_answers,customer_note}' end::text[]`
  const parts = tx`
    'lines', ${selectPart(tx, 'order_line')},
    'discounts', ${selectPart(tx, 'order_discount')},
    'events', ${selectCustomerPart(tx, 'order_event', {
      time: 'at',
      condition: isIncludedEvent,
      omittedColumns: ['before', 'after'],
    })},
    'payments', ${selectPart(tx, 'payment')},
    'invoices', ${isStaffExport ? selectCustomerPart(tx, 'invoice') : selectShoppersInvoices(tx)},
    'shipments', ${selectPart(tx, 'fulfillment')},
    'returns', ${selectReturns(tx)},
    'withdrawals', ${selectCustomerPart(tx, 'order_withdrawal')}`
  return tx`to_jsonb(o) - ${selectHidden(tx)} - ${formerColumns} || jsonb_build_object(${parts})`
}

const selectShoppersInvoices = (tx: Tx) => tx`(
  select coalesce(jsonb_agg(to_jsonb(i) - ${selectHidden(tx)} order by i.id), '[]')
  from invoice i where i.store_id = o.store_id and i.order_id = o.id and ${selectIsShoppersInvoice(tx)})`

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
  { time = 'created_at', condition = tx`true`, ...options }: PartOptions & { time?: string } = {},
) =>
  selectPart(tx, table, {
    ...options,
    condition: tx`${condition} and ${selectIsOfCurrentCustomer(tx, tx`x.${tx(time)}`)}`,
  })
