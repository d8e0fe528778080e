import type { Page } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import type { Cart, CartCounts, CartListQuery, CartRow, CartView } from '#contract/order/cart.ts'
import { normalizePhone } from '../address/phone-number.ts'
import { defaultCheckoutRules } from '../cms/rule/cms-defaults.ts'
import { canSeeContacts } from '../customer/rule/contact-visibility.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'

type CartReader = { storeId: string; abilities: readonly Ability[] }

const isAbandoned = (tx: Tx) => tx`c.updated_at < now() - interval '1 hour'`
/** A cart whose last line was removed is not listed. */
const hasLines = (tx: Tx) => tx`exists (
  select from cart_line l where l.store_id = c.store_id and l.cart_id = c.id)`
const hasEmail = (tx: Tx) => tx`c.email <> ''`
/**
 * The shopper agreed to one email, which was not sent yet. The cart keeps an email while the shopper is
 * still typing it, such as `ada@`.
 */
const canBeReminded = (tx: Tx) => tx`(
  c.reminder_consent_at is not null and c.reminder_sent_at is null
  and c.email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and ${hasLines(tx)})`
const isVariantAvailable = (tx: Tx) => tx`
  p.status = 'active' and (v.stock > 0 or v.allow_backorder or not v.track_stock)`
const presentTotal = (tx: Tx) => tx`(
  select coalesce(sum(l.quantity * v.price), 0)::bigint
  from cart_line l
  join variant v on v.store_id = l.store_id and v.id = l.variant_id
  join product p on p.store_id = v.store_id and p.id = v.product_id
  where l.store_id = c.store_id and l.cart_id = c.id and ${isVariantAvailable(tx)})`
const rowColumns = (tx: Tx) => tx`
  c.id as "_id",
  coalesce(c.checkout ->> 'name', '') as name,
  coalesce(c.checkout ->> 'email', '') as email,
  coalesce(c.checkout ->> 'country', '') as country,
  (
    select count(*)::integer from cart_line l where l.store_id = c.store_id and l.cart_id = c.id
  ) as line_count,
  ${presentTotal(tx)} as total,
  ${isAbandoned(tx)} as is_abandoned,
  c.reminder_sent_at, c.created_at, c.updated_at`

export async function listCarts(
  tx: Tx,
  query: CartListQuery,
  { storeId, abilities }: CartReader,
): Promise<Page<CartRow>> {
  const page = await listPage<CartRow>(
    tx,
    {
      key: `cart ${JSON.stringify([query.q, query.view, query.customer, canSeeContacts(abilities)])}`,
      from: tx`cart c`,
      alias: 'c',
      columns: rowColumns(tx),
      where: buildConditions(tx, query, abilities),
      sorts: {
        updatedAt: { expression: 'c.updated_at', type: 'timestamptz' },
        createdAt: { expression: 'c.created_at', type: 'timestamptz' },
      },
      defaultSort: '-updatedAt',
    },
    query,
    storeId,
  )
  return { ...page, items: page.items.map(row => hideContacts(abilities, row)) }
}

function buildConditions(
  tx: Tx,
  { q, view, customer }: Pick<CartListQuery, 'q' | 'view' | 'customer'>,
  abilities: readonly Ability[],
) {
  const conditions = {
    open: tx`not ${isAbandoned(tx)}`,
    abandoned: isAbandoned(tx),
    withContact: hasEmail(tx),
    reminded: tx`c.reminder_sent_at is not null`,
  } satisfies Record<CartView, unknown>
  // A match would reveal to whom an email or a phone number belongs.
  const searchedText = canSeeContacts(abilities)
    ? tx`concat_ws(' ', c.checkout ->> 'name', c.checkout ->> 'email',
        regexp_replace(c.checkout ->> 'phone', '\\D', '', 'g'))`
    : tx`(c.checkout ->> 'name')`
  return [
    hasLines(tx),
    ...(view ? [conditions[view]] : []),
    ...(customer ? [belongsToCustomer(tx, customer, abilities)] : []),
    ...(q ? [tx`${searchedText} ilike ${toLikePattern(toSearchText(q))}`] : []),
  ]
}

/** Without the zeros of area codes, which are omitted after the code of a country. */
const toSearchText = (q: string) => normalizePhone(q).replace(/^0+(?=\d+$)/, '')

/** Callers who cannot see emails find no carts by them. */
const belongsToCustomer = (tx: Tx, customer: string, abilities: readonly Ability[]) =>
  canSeeContacts(abilities)
    ? tx`(c.email <> '' and c.email = (select k.folded_email from customer k where k.id = ${customer}))`
    : tx`false`

/** The number and total of orders of the last 30 days whose shoppers were reminded of a cart. */
const selectRecovered = (tx: Tx) => tx`
  select count(*)::integer as count, coalesce(sum(o.total), 0)::bigint as total from "order" o
  where o.store_id = current_store() and o.reminded_at is not null and o.status <> 'cancelled'
    and o.created_at > now() - interval '30 days'`

export async function countCarts(tx: Tx): Promise<CartCounts> {
  const [row] = await tx<CartCounts[]>`
    select count(counted.*)::integer as "all",
      count(*) filter (where not is_abandoned)::integer as open,
      count(*) filter (where is_abandoned)::integer as abandoned,
      count(*) filter (where has_email)::integer as with_contact,
      count(*) filter (where is_reminded)::integer as reminded,
      coalesce(sum(counted.total) filter (where is_abandoned), 0)::bigint as abandoned_total,
      recovered.count as recovered_count, recovered.total as recovered_total
    from (${selectRecovered(tx)}) recovered
    left join (
      select ${isAbandoned(tx)} as is_abandoned, ${hasEmail(tx)} as has_email,
        c.reminder_sent_at is not null as is_reminded, ${presentTotal(tx)} as total
      from cart c where ${hasLines(tx)}
    ) counted on true
    group by recovered.count, recovered.total`
  return assertFound(row, 'cart_not_found')
}

/** @throws Problem 404 cart_not_found, also for a cart that became an order */
export async function getCart(
  tx: Tx,
  id: string,
  { abilities }: Pick<CartReader, 'abilities'>,
): Promise<Cart> {
  const [row] = await tx<Cart[]>`
    select ${rowColumns(tx)}, coalesce(c.checkout ->> 'phone', '') as phone, c.note,
      c.reminder_consent_at,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          '_id', l.id,
          'product', p.id,
          'title', coalesce(p.title, l.title),
          'variantTitle', coalesce(array_to_string(v.options, ' / '), l.variant_title),
          'image', coalesce((
            select m.url from product_image i
            join media m on m.store_id = i.store_id and m.id = i.media_id
            where i.store_id = p.store_id and i.product_id = p.id and i.state = 'ready'
            order by i.id = v.image_id desc nulls last, i.position, i.id limit 1), ''),
          'quantity', l.quantity,
          'price', coalesce(v.price, l.price),
          'isAvailable', coalesce(${isVariantAvailable(tx)}, false)) order by l.id)
        from cart_line l
        left join variant v on v.store_id = l.store_id and v.id = l.variant_id
        left join product p on p.store_id = v.store_id and p.id = v.product_id
        where l.store_id = c.store_id and l.cart_id = c.id
      ), '[]') as lines
    from cart c where c.id = ${id}`
  return hideContacts(abilities, assertFound(row, 'cart_not_found'))
}

/**
 * Sends the one email about a cart.
 * @throws Problem 409 cart_reminder_sent, or cart_reminder_not_allowed without consent and email
 */
export async function sendCartReminder(tx: Tx, id: string, reader: CartReader): Promise<Cart> {
  const isEnqueued = await enqueueReminder(tx, reader.storeId, id)
  const row = await getCart(tx, id, reader)
  if (!isEnqueued)
    throw new Problem(409, row.reminderSentAt ? 'cart_reminder_sent' : 'cart_reminder_not_allowed')
  return row
}

/** Maximum number of carts per store and run. The next run reminds of the rest. */
const maxDueReminders = 200

/**
 * Returns the carts that did not change during the delay of the store and whose shoppers have not
 * ordered since they agreed to the email.
 */
export const listDueReminders = (tx: Tx) => tx<{ id: string }[]>`
  select c.id from cart c
  join store on store.id = c.store_id and store.status = 'live'
  left join cms s on s.store_id = c.store_id
  where ${canBeReminded(tx)}
    and c.updated_at < now() - interval '1 hour' * coalesce(
      (s.sections #>> '{checkout,reminderHours}')::integer, ${defaultCheckoutRules.reminderHours})
    and coalesce(
      (s.sections #>> '{checkout,remindsCarts}')::boolean, ${defaultCheckoutRules.remindsCarts})
    and not exists (
      select from "order" o
      where o.store_id = c.store_id and o.folded_email = c.email
        and o.created_at > c.reminder_consent_at)
  order by c.updated_at, c.id
  limit ${maxDueReminders}`

/** Returns false if the email was sent before, or without consent and email. */
export async function enqueueReminder(tx: Tx, storeId: string, id: string): Promise<boolean> {
  const [cart] = await tx<{ id: string }[]>`
    update cart c set reminder_sent_at = now()
    where c.id = ${id} and ${canBeReminded(tx)}
    returning c.id`
  if (cart) await enqueueJob(tx, 'cart.mail', { storeId, id })
  return cart !== undefined
}

/** Emails and phone numbers are visible only with the permission to see customers. */
const hideContacts = <Row extends { email: string; phone?: string }>(
  abilities: readonly Ability[],
  row: Row,
): Row =>
  canSeeContacts(abilities)
    ? row
    : { ...row, email: '', ...(row.phone !== undefined && { phone: '' }) }
