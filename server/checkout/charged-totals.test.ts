import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calculateOrderTotals } from '#contract/order/order-totals.ts'
import { DiscountClass, DiscountKind, DiscountScope } from '#contract/product/discount.ts'
import { chooseDiscounts } from '../discount/rule/choose-discounts.ts'
import { getPaymentProvider } from '../payment-provider/get-payment-provider.ts'
import type { PaymentAccount, SessionRequest } from '../payment-provider/payment-provider.ts'
import { findShippingRates } from '../shipping/rule/shipping-rates.ts'
import { type FakeProviders, startFakeProviders } from '../testing/provider/start-fake-providers.ts'

let fakes: FakeProviders
beforeAll(async () => {
  fakes = await startFakeProviders()
})
afterAll(() => fakes.close())

/**
 * Our decimals and those of Stripe (docs.stripe.com/currencies). Stripe rounds the third one, so it
 * must be 0.
 */
const currencies = {
  EUR: { digits: 2, stripeDigits: 2 },
  JPY: { digits: 0, stripeDigits: 0 },
  KWD: { digits: 3, stripeDigits: 3 },
  ISK: { digits: 0, stripeDigits: 2 },
  RSD: { digits: 2, stripeDigits: 2 },
}
type Currency = keyof typeof currencies
const accounts: PaymentAccount[] = [
  { _id: 'a', provider: 'stripe', key: 'rk_test_fake', webhookSecret: 'whsec_pasted' },
  { _id: 'b', provider: 'mollie', key: 'test_fake', webhookSecret: null },
]
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

const taxRate = fc.constantFrom(0, 2.1, 5.5, 7, 19, 25.5)
const createCart = (currency: Currency) => {
  const unit = 10 ** currencies[currency].digits
  const amount = (max: number) => fc.integer({ min: 0, max: max * unit })
  const step = fc.record({ from: amount(500), price: amount(50) })
  return fc.record({
    currency: fc.constant(currency),
    lines: fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 9 }), price: amount(300), taxRate }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    rate: fc.record({
      kind: fc.constantFrom('flat', 'by_weight', 'by_total'),
      steps: fc.array(step, { minLength: 1, maxLength: 3 }),
      freeFrom: fc.option(amount(500)),
    }),
    discounts: fc.array(
      fc.record({
        kind: fc.constantFrom(...DiscountKind.options),
        percentage: fc.integer({ min: 0, max: 10_000 }).map(hundredths => hundredths / 100),
        amount: amount(200),
        buyQuantity: fc.integer({ min: 1, max: 3 }),
        getQuantity: fc.integer({ min: 1, max: 3 }),
        scope: fc.constantFrom(...DiscountScope.options),
        combinesWith: fc.subarray([...DiscountClass.options]),
      }),
      { maxLength: 3 },
    ),
    shippingTaxRate: taxRate,
    taxIncluded: fc.boolean(),
  })
}
const anyCart = fc.constantFrom<Currency>('EUR', 'JPY', 'KWD', 'ISK', 'RSD').chain(createCart)
type Cart = typeof anyCart extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the totals of a cart as the checkout calculates them. */
function checkOut({ lines, rate, discounts, shippingTaxRate, taxIncluded }: Cart) {
  const cart = lines.map((line, i) => ({ ...line, variant: String(i) }))
  const [shipping] = findShippingRates(
    [
      {
        destinations: [],
        rates: [
          {
            _id: 'rate',
            name: 'Standard',
            enabled: true,
            minDays: null,
            maxDays: null,
            excludedClasses: [],
            ...rate,
            steps: rate.steps.toSorted((a, b) => a.from - b.from),
          },
        ],
      },
    ],
    {
      country: 'DE',
      region: '',
      postalCode: '',
      weight: 100 * sum(cart.map(({ quantity }) => quantity)),
      total: sum(cart.map(({ quantity, price }) => quantity * price)),
    },
  )
  const shippingPrice = shipping?.price ?? 0
  const choice = chooseDiscounts(
    discounts.map((discount, i) => ({
      ...discount,
      id: String(i),
      name: '',
      code: '',
      minimumAmount: 0,
      minimumQuantity: 0,
      variants: cart.map(({ variant }) => variant),
    })),
    { lines: cart, shippingPrice },
  )
  return calculateOrderTotals({
    lines: cart.map(({ quantity, price, taxRate: rateOfLine }, i) => ({
      quantity,
      unitPrice: price,
      taxRate: rateOfLine,
      discount: choice.lines[i],
    })),
    shippingTotal: shippingPrice - choice.shipping,
    shippingTaxRate,
    taxRate: 0,
    taxIncluded,
  })
}

const cartsPerCharge = 8
let count = 0
const createRequest = (amount: number, currency: Currency): SessionRequest => ({
  key: `cart-${++count}`,
  amount,
  currency,
  description: 'Order',
  email: 'ann@shopper.example',
  language: 'en',
  successUrl: 'https://store.example/paid',
  cancelUrl: 'https://store.example/checkout',
  webhookUrl: 'https://admin.example.com/hook',
  expiresAt: new Date(Date.now() + 31 * 60_000),
})

/** Returns what the providers charge for a session, as a whole number of 1/1000. */
function readCharge(sessionId: string, currency: Currency): number {
  const units = fakes.stripe.sessions.get(sessionId)?.amount_total
  if (units !== undefined) return units * 10 ** (3 - currencies[currency].stripeDigits)
  const [whole = '', decimals = ''] =
    fakes.mollie.payments.get(sessionId)?.amount.value.split('.') ?? []
  return Number(whole + decimals.padEnd(3, '0'))
}

test('the lines, the shipping and the taxes of any cart add up to the charge of the provider', async () => {
  const chargedCurrencies = new Set<string>()
  let cartCount = 0
  const countSessions = () => fakes.stripe.sessions.size + fakes.mollie.payments.size
  const checkCart = async (cart: Cart) => {
    const { currency, taxIncluded } = cart
    const { lines, shippingTotal, shippingTax, total } = checkOut(cart)
    const expected =
      sum(lines.map(line => line.total)) + shippingTotal + (taxIncluded ? 0 : shippingTax)
    expect(total).toBe(expected)
    // The requests of a session take most of the time.
    if (total === 0 || ++cartCount % cartsPerCharge !== 0) return
    const before = countSessions()
    const requests = accounts.map(account =>
      getPaymentProvider(
        { stripeApiUrl: fakes.url, stripePlatform: undefined, mollieApiUrl: fakes.url },
        account.provider,
      ).createSession(account, createRequest(total, currency)),
    )
    if (currency === 'KWD' && total % 10 !== 0) {
      const rejection = { status: 'rejected', reason: { code: 'payment_amount_unsupported' } }
      expect(await Promise.allSettled(requests)).toMatchObject(requests.map(() => rejection))
      expect(countSessions()).toBe(before)
      return
    }
    for (const session of await Promise.all(requests)) {
      expect(session).toMatchObject({ amount: total, currency })
      expect(readCharge(session.sessionId, currency)).toBe(
        total * 10 ** (3 - currencies[currency].digits),
      )
    }
    chargedCurrencies.add(currency)
  }
  await fc.assert(fc.asyncProperty(anyCart, checkCart), { numRuns: 1000 })
  // Most amounts in dinars have a third decimal that is not 0.
  expect([...chargedCurrencies]).toEqual(expect.arrayContaining(['EUR', 'JPY', 'ISK', 'RSD']))
})
