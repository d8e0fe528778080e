import { createHash } from 'node:crypto'
import { Id } from '#contract/lib/schemas.ts'
import type {
  AgentCart,
  AgentCartInput,
  AgentMessage,
} from '#contract/storefront/storefront-agent.ts'
import {
  maxCartLines,
  maxCartQuantity,
  maxRequestedQuantity,
} from '#contract/storefront/storefront-cart.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCart } from '#contract/storefront/storefront-order.ts'
import type { Tx } from '../lib/db/db.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { createCartToken } from '../storefront/form/cart-cookie.ts'
import { hashCartCode, sealCartToken } from '../storefront/form/cart-link.ts'
import { loadCart } from '../storefront/form/load-cart.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { AgentOutcomeError } from './agent-error.ts'
import type { AgentStore } from './agent-store.ts'

type CartScope = { store: AgentStore; host: StorefrontHost }
type CartChange = CartScope & { body: AgentCartInput }

/** The days after its last change for which a cart is stored. */
const cartDays = 30
const dayMs = 24 * 3600_000
const idPattern = /^[\w-]{43}$/

/**
 * Creates a cart. Its id is its unguessable token. Nothing about the buyer is stored.
 * @throws AgentOutcomeError out_of_stock if nothing can be bought
 */
export async function createAgentCart(tx: Tx, { body, ...scope }: CartChange) {
  const token = createCartToken()
  const messages = await setLines(tx, token, body)
  const cart = await loadCart(tx, token)
  if (!cart || cart.lines.length === 0)
    throw new AgentOutcomeError('out_of_stock', 'None of the requested items can be bought.')
  return toAgentCart(tx, { ...scope, token, cart, messages })
}

/** @throws AgentOutcomeError not_found */
export async function getAgentCart(tx: Tx, { id, ...scope }: CartScope & { id: string }) {
  const cart = await findCart(tx, id)
  return toAgentCart(tx, { ...scope, token: id, cart, messages: [] })
}

/**
 * Replaces the lines of a cart.
 * @throws AgentOutcomeError not_found
 */
export async function updateAgentCart(tx: Tx, { id, body, ...scope }: CartChange & { id: string }) {
  const earlier = await findCart(tx, id)
  for (const { _id } of earlier.lines) await tx`select remove_cart_line(${hashToken(id)}, ${_id})`
  const messages = await setLines(tx, id, body)
  const cart = (await loadCart(tx, id)) ?? { ...earlier, lines: [] }
  if (cart.lines.length === 0)
    throw new AgentOutcomeError('out_of_stock', 'None of the requested items can be bought.')
  return toAgentCart(tx, { ...scope, token: id, cart, messages })
}

/** Empties a cart and returns what it contained. An empty cart counts as none. */
export async function cancelAgentCart(tx: Tx, { id, ...scope }: CartScope & { id: string }) {
  const cart = await findCart(tx, id)
  const reply = await toAgentCart(tx, { ...scope, token: id, cart, messages: [] })
  for (const { _id } of cart.lines) await tx`select remove_cart_line(${hashToken(id)}, ${_id})`
  return reply
}

async function findCart(tx: Tx, id: string): Promise<StorefrontCart> {
  const cart = idPattern.test(id) ? await loadCart(tx, id) : undefined
  if (!cart || cart.lines.length === 0)
    throw new AgentOutcomeError('not_found', 'The cart does not exist or has expired.')
  return cart
}

/** Adds lines to a cart and returns what could not be added. */
async function setLines(
  tx: Tx,
  token: string,
  { line_items: items }: AgentCartInput,
): Promise<AgentMessage[]> {
  const hash = hashToken(token)
  const messages: AgentMessage[] = []
  for (const { item, quantity } of items) {
    const [row] = Id.safeParse(item.id).success
      ? await tx<{ code: string | null }[]>`
          select add_to_cart(${hash}, ${hash}, ${item.id}, ${Math.min(quantity, maxRequestedQuantity)},
            ${maxCartQuantity}, ${maxCartLines}) as code`
      : [{ code: 'not_sold' }]
    if (row?.code) messages.push(toMessage(row.code, item.id))
  }
  return messages
}

function toMessage(code: string, id: string): AgentMessage {
  if (code === 'line_out_of_stock')
    return { type: 'warning', code: 'out_of_stock', content: `Item ${id} is out of stock.` }
  return { type: 'warning', code: 'not_found', content: `Item ${id} is not for sale.` }
}

const policyLinks: Record<string, string> = {
  privacy: 'privacy_policy',
  terms: 'terms_of_service',
  refund: 'refund_policy',
  shipping: 'shipping_policy',
}

type CartReply = CartScope & { token: string; cart: StorefrontCart; messages: AgentMessage[] }

async function toAgentCart(
  tx: Tx,
  { store, host, token, cart, messages }: CartReply,
): Promise<AgentCart> {
  const lines = cart.lines.filter(({ state }) => state === 'available')
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const listTotals = (amount: number) => [
    { type: 'subtotal' as const, amount },
    { type: 'total' as const, amount },
  ]
  return {
    id: token,
    line_items: lines.map(({ _id, variant, title, options, price, quantity, image }) => ({
      id: _id,
      item: {
        id: variant,
        title: [title, ...options.map(({ value }) => value)].join(' – '),
        price,
        ...(image && { image_url: store.toUrl(image.url) }),
      },
      quantity,
      totals: listTotals(price * quantity),
    })),
    currency: store.currency,
    totals: listTotals(subtotal),
    messages: [
      ...messages,
      ...lines
        .filter(({ reduction }) => reduction !== null)
        .map(({ variant, quantity }) => ({
          type: 'warning' as const,
          code: 'quantity_adjusted',
          content: `Only ${quantity} of item ${variant} can be bought.`,
        })),
    ],
    links: store.policyKinds.flatMap(kind => {
      const type = policyLinks[kind]
      return type ? [{ type, url: store.toUrl(`/policies/${kind}`) }] : []
    }),
    continue_url: store.toUrl(await createLink(tx, token, host)),
    expires_at: new Date(Date.now() + cartDays * dayMs).toISOString(),
  }
}

/** Returns the page that copies the cart into the browser of the shopper, always the same one. */
async function createLink(tx: Tx, token: string, { storeId }: StorefrontHost): Promise<string> {
  const code = createHash('sha256').update(`agent link ${token}`).digest('base64url').slice(0, 22)
  const sealedToken = sealCartToken(code, storeId, token)
  await tx`
    select create_cart_link(${hashToken(token)}, ${hashCartCode(code)}, ${sealedToken}, ${cartDays})`
  return `${storefrontForms.cart.path}/${code}`
}
