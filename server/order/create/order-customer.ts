import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import type { OrderInput } from '#contract/order/order-input.ts'
import { canSeeContacts } from '../../customer/rule/contact-visibility.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

export type OrderBuyer = {
  id: string | null
  name: string
  email: string
  phone: string
  company: string
  vatId: string
}
type CustomerCondition = ReturnType<Tx>

/**
 * Prepares the replacement of an order's customer: the update of the order changes the totals of both
 * customers.
 * @throws Problem 409 order_customer_erased, or 422 order_customer_empty
 */
export async function prepareCustomerChange(
  tx: Tx,
  { customer, isCustomerErased }: { customer: { _id: string | null }; isCustomerErased: boolean },
  buyer: OrderBuyer,
): Promise<void> {
  if (isCustomerErased) throw new Problem(409, 'order_customer_erased')
  const { id, name, email, phone } = buyer
  if (!(id || name || email || phone))
    throw createFieldProblem('customer.name', 'order_customer_empty')
  const ids = [customer._id, buyer.id].filter(id => id !== null)
  await tx`
    select from customer where id = any (${ids}::uuid[]) order by id for no key update`
}

type OrderCustomerInput = NonNullable<OrderInput['customer']>
type CorrectedOrder = { _id: string; customer: { _id: string | null } & Omit<OrderBuyer, 'id'> }

/** Returns whether the input names the customer of the order: by id, or by a name that is not empty. */
export function isSameBuyer(
  current: CorrectedOrder['customer'],
  { _id, name, company, vatId }: OrderCustomerInput,
): boolean {
  if (_id ? _id !== current._id : !name) return false
  return (
    (!name || name === current.name) &&
    (!company || company === current.company) &&
    (!vatId || vatId === current.vatId)
  )
}

/**
 * Gives the customer of an order the email of the order too, if it is the only change and the customer has no
 * other order. Otherwise, the order would get another customer, and the one with the wrong email would stay.
 * Callers who cannot change customers change only the order.
 */
export async function correctCustomerEmail(
  tx: Tx,
  abilities: readonly Ability[],
  { _id: orderId, customer: current }: CorrectedOrder,
  input: OrderCustomerInput,
): Promise<void> {
  if (!hasPermission(abilities, 'customer:write')) return
  // A first email corrects none.
  if (!input.email || !current.email || !isSameBuyer(current, input)) return
  await tx`
    update customer c set email = ${input.email}, version = version + 1, updated_at = now()
    where c.id = ${current._id} and c.folded_email = lower(${current.email})
      and c.folded_email <> lower(${input.email})
      and not exists (select from "order" o where o.customer_id = c.id and o.id <> ${orderId})
      and not exists (select from customer k where k.folded_email = lower(${input.email}))`
}

/**
 * Returns the customer of an order: the one with this id, else with this email, else with this
 * phone number, else a new customer. The id is null if the input is empty. Values of the input take
 * precedence over those of the customer, but change only the order. If the caller cannot see
 * contacts, the order gets none of the customer's values.
 */
export async function resolveOrderCustomer(
  tx: Tx,
  abilities: readonly Ability[],
  {
    customer: input = {},
    shippingAddress: address = {},
  }: Pick<OrderInput, 'customer' | 'shippingAddress'>,
): Promise<OrderBuyer> {
  const { _id, name = '', email = '', phone = '', company = '', vatId = '' } = input
  const submittedBuyer = { id: null, name, email, phone, company, vatId }
  const mergeVisible = canSeeContacts(abilities) ? mergeWithExisting : linkToExisting
  if (!_id && !name && !email && !phone) return submittedBuyer
  if (_id) {
    const existing = await findCustomer(tx, tx`id = ${_id}`)
    if (!existing) throw createFieldProblem('customer._id', 'customer_not_found')
    return mergeVisible(submittedBuyer, existing)
  }
  const existing = await findCustomerByContact(tx, email, phone)
  if (existing) return mergeVisible(submittedBuyer, existing)
  const [newCustomer] = await tx<OrderBuyer[]>`
    insert into customer (name, email, phone, company, vat_id, address)
    values (${name || (address.name ?? '')}, ${email}, ${phone}, ${company}, ${vatId}, ${tx.json(address)})
    on conflict do nothing returning id, name, email, phone, company, vat_id`
  // Without a row, another transaction has just created the customer with this email.
  if (newCustomer) return mergeWithExisting(submittedBuyer, newCustomer)
  return mergeVisible(submittedBuyer, await findCustomerByEmail(tx, email))
}

const findCustomerByEmail = (tx: Tx, email: string) =>
  findCustomer(tx, tx`folded_email = ${email} and folded_email <> ''`)

async function findCustomerByContact(
  tx: Tx,
  email: string,
  phone: string,
): Promise<OrderBuyer | undefined> {
  if (email) return findCustomerByEmail(tx, email)
  return phone ? findCustomer(tx, tx`phone = ${phone} and phone <> ''`) : undefined
}

const mergeWithExisting = (
  submittedBuyer: OrderBuyer,
  existing: OrderBuyer | undefined,
): OrderBuyer =>
  existing
    ? {
        id: existing.id,
        name: submittedBuyer.name || existing.name,
        email: submittedBuyer.email || existing.email,
        phone: submittedBuyer.phone || existing.phone,
        company: submittedBuyer.company || existing.company,
        vatId: submittedBuyer.vatId || existing.vatId,
      }
    : submittedBuyer

const linkToExisting = (
  submittedBuyer: OrderBuyer,
  existing: OrderBuyer | undefined,
): OrderBuyer => ({ ...submittedBuyer, id: existing?.id ?? null })

async function findCustomer(tx: Tx, condition: CustomerCondition): Promise<OrderBuyer | undefined> {
  const [row] = await tx<
    OrderBuyer[]
  >`select id, name, email, phone, company, vat_id from customer where ${condition} order by id limit 1`
  return row
}
