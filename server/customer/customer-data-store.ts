import { type OrderStatus, orderStatuses } from '#contract/order/order-state.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'

const closedStatuses: readonly OrderStatus[] = ['delivered', 'completed', 'cancelled', 'returned']
const openStatuses = orderStatuses.filter(status => !closedStatuses.includes(status))

/**
 * Erases a customer with everything that names them, and returns the number of their orders. An order
 * that is not closed still needs its address.
 * @throws Problem 409 customer_has_open_order
 */
export async function eraseCustomer(
  tx: Tx,
  id: string,
  { storeId, personId }: Pick<Principal, 'storeId' | 'personId'>,
): Promise<{ orders: number }> {
  const [openOrder] = await tx<{ number: string }[]>`
    with person as (select id, folded_email as email from customer where id = ${id})
    select o.number from "order" o, person
    where (o.customer_id = person.id or (o.folded_email = person.email and o.folded_email <> ''))
      and o.status = any (${openStatuses})
    order by o.id limit 1`
  if (openOrder) throw new Problem(409, 'customer_has_open_order', { number: openOrder.number })
  const [row] = await tx<{ orders: number | null }[]>`select erase_customer(${id}) as orders`
  const orders = assertFound(row?.orders ?? undefined, 'customer_not_found')
  await recordSecurityEvent(tx, {
    action: 'customer_erased',
    entity: 'customer',
    entityId: id,
    storeId,
    actor: personId,
    details: { order_count: orders },
  })
  return { orders }
}
