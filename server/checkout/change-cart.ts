import { formatAddressPostalCode } from '#contract/lib/country/postal-code.ts'
import { maxCartLines, maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import { expressCheckoutPath } from '#contract/storefront/storefront-checkout.ts'
import { type CartFields, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { loadCart } from '../storefront/form/load-cart.ts'
import { readEntries, storeEntries } from './cart-entries.ts'
import { formatRemovedLine } from './removed-line.ts'

type CartTokens = { token: string | undefined; newToken: string }

const { path } = storefrontForms.cart
const steps = { change: 0, increase: 1, decrease: -1 }

/**
 * Changes the cart and returns the path of the page that follows.
 * @throws Problem 409 if the variant cannot be bought or the line is not in the cart
 */
export async function changeCart(
  tx: Tx,
  fields: CartFields,
  { token, newToken }: CartTokens,
): Promise<string> {
  const hash = token === undefined ? null : hashToken(token)
  switch (fields.intent) {
    case 'add':
      throwProblem(
        await tx<CodeRow[]>`
        select add_to_cart(${hash}, ${hashToken(newToken)}, ${fields.variant},
          ${fields.quantity}, ${maxCartQuantity}, ${maxCartLines}) as code`,
      )
      return fields.next ? expressCheckoutPath : path
    case 'change':
    case 'increase':
    case 'decrease': {
      const quantity = fields.quantity + steps[fields.intent]
      if (quantity <= 0) return removeLine(tx, token, fields.line)
      throwProblem(
        await tx<CodeRow[]>`
        select change_cart_line(${hash}, ${fields.line}, ${quantity}, ${maxCartQuantity}) as code`,
      )
      return path
    }
    case 'remove':
      return removeLine(tx, token, fields.line)
    case 'note':
    case 'checkout':
      await tx`select set_cart_note(${hash}, ${fields.note.replaceAll('\r\n', '\n')})`
      return fields.intent === 'checkout' ? storefrontForms.checkout.path : path
    case 'code':
      await changeEntries(tx, token, { code: fields.code })
      return path
    case 'destination':
      await changeDestination(tx, token, fields)
      return path
  }
}

type CodeRow = {
  code: 'not_sold' | 'line_out_of_stock' | 'not_found' | 'too_many_entries' | null
}

function throwProblem([row]: readonly CodeRow[]) {
  switch (row?.code) {
    case 'not_sold':
      throw new Problem(409, 'not_sold')
    case 'line_out_of_stock':
      throw new Problem(409, 'line_out_of_stock')
    case 'not_found':
      throw createFieldProblem('line', 'not_found', {}, 409)
    case 'too_many_entries':
      throw new Problem(409, 'too_many_entries', { count: maxCartLines })
  }
}

async function removeLine(tx: Tx, token: string | undefined, id: string): Promise<string> {
  if (token === undefined) return path
  const cart = await loadCart(tx, token)
  const line = cart?.lines.find(({ _id }) => _id === id)
  await tx`select remove_cart_line(${hashToken(token)}, ${id})`
  return path + formatRemovedLine(line)
}

type Entries = Awaited<ReturnType<typeof readEntries>>

async function changeEntries(tx: Tx, token: string | undefined, entries: Entries): Promise<void> {
  if (token !== undefined)
    await storeEntries(tx, token, { ...(await readEntries(tx, token)), ...entries })
}

/** The region and the delivery method of another country do not fit. */
async function changeDestination(
  tx: Tx,
  token: string | undefined,
  { country, postalCode }: { country: string; postalCode: string },
): Promise<void> {
  if (token === undefined) return
  const { region, shipping, ...entries } = await readEntries(tx, token)
  const isSameCountry = entries.country === country
  await storeEntries(tx, token, {
    ...entries,
    ...(isSameCountry && { region, shipping }),
    ...formatAddressPostalCode({ country, postalCode }),
  })
}
