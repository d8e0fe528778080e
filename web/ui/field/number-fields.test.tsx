import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Language } from '#contract/lib/text/languages.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { renderElement } from '../../testing/testing.tsx'
import { MoneyField } from './money-field.tsx'
import { NumberField } from './number-field.tsx'

afterEach(cleanup)

const Values = z.object({
  price: z.int().min(0).min(1).max(1_000_000_000_000).nullable(),
  weight: z.number().min(0).nullable(),
  grams: z.int().min(0).max(10_000_000).nullable(),
})
type Values = z.infer<typeof Values>
let saved: Values | undefined
let read = (): Values => ({ price: null, weight: null, grams: null })

function Example({ currency, initial }: { currency: string; initial: Values }) {
  const form = useContractForm(Values, {
    values: initial,
    onSave: async values => {
      saved = values
    },
  })
  read = form.getValues
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      <MoneyField form={form} name="price" label="Price" currency={currency} />
      <NumberField form={form} name="weight" label="Weight" fractionDigits={2} suffix=" kg" />
      <NumberField form={form} name="grams" label="Grams" suffix=" g" />
      <button type="submit">Save</button>
      <button type="button" onClick={form.discard}>
        Discard
      </button>
    </form>
  )
}
async function renderFields(
  language: Language,
  { currency = 'EUR', ...values }: Partial<Values> & { currency?: string } = {},
) {
  saved = undefined
  const initial = { price: null, weight: null, grams: null, ...values }
  await renderElement(<Example currency={currency} initial={initial} />, { language })
  return {
    price: screen.getByLabelText<HTMLInputElement>('Price'),
    weight: screen.getByLabelText<HTMLInputElement>('Weight'),
    grams: screen.getByLabelText<HTMLInputElement>('Grams'),
  }
}

test.each([
  ['en', 'EUR', 123_456, '1,234.56'],
  ['de', 'EUR', 123_456, '1.234,56'],
  ['fr', 'EUR', 123_456, '1 234,56'],
  ['de', 'JPY', 1234, '1.234'],
  ['en', 'KWD', 1_234_567, '1,234.567'],
] as const)('in %s the amount of %s is shown as people write it', async (...parts) => {
  const [language, currency, price, text] = parts
  const fields = await renderFields(language, { currency, price })
  expect(fields.price.value.replace(/\s/g, ' ')).toBe(text)
})

test.each([
  ['de', 'EUR', '12,5', 1250, '12,50'],
  ['en', 'USD', '12,5', 1250, '12.50'],
  ['de', 'EUR', '1.200', 120_000, '1.200,00'],
  ['de', 'JPY', '1.200', 1200, '1.200'],
  ['en', 'KWD', '0.125', 125, '0.125'],
  ['en', 'USD', 'USD 7', 700, '7.00'],
] as const)('in %s an amount of %s typed as %s is %i', async (...parts) => {
  const [language, currency, typed, price, text] = parts
  const user = userEvent.setup()
  const fields = await renderFields(language, { currency })
  await user.type(fields.price, typed)
  expect(read().price).toBe(price)
  await user.tab()
  expect(fields.price.value).toBe(text)
})

test('an Arabic amount is typed with Arabic digits', async () => {
  const user = userEvent.setup()
  const { price } = await renderFields('ar', { currency: 'EGP' })
  await user.type(price, '٣٦٫٥')
  expect(read().price).toBe(3650)
})

test('keeps the text while it is typed, and the amount when it is cleared', async () => {
  const user = userEvent.setup()
  const { price } = await renderFields('de', { price: 500 })
  await user.clear(price)
  expect([price.value, read().price]).toEqual(['', null])
  await user.type(price, '3,')
  expect([price.value, read().price]).toEqual(['3,', 300])
  await user.type(price, '9')
  expect([price.value, read().price]).toEqual(['3,9', 390])
})

test('a price of zero is not an empty one', async () => {
  const user = userEvent.setup()
  const { price } = await renderFields('en')
  await user.type(price, '0')
  await user.tab()
  expect([price.value, read().price]).toEqual(['0.00', 0])
})

test('shows the amount of the record again after the changes are discarded', async () => {
  const user = userEvent.setup()
  const { price } = await renderFields('en', { price: 500 })
  await user.clear(price)
  await user.type(price, '7')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(price.value).toBe('5.00')
})

test.each([
  ['de', '1,75', '1,75 kg'],
  ['en', '1.75', '1.75 kg'],
] as const)('in %s a number is typed as %s', async (language, typed, text) => {
  const user = userEvent.setup()
  const { weight } = await renderFields(language)
  await user.type(weight, typed)
  expect([weight.value, read().weight]).toEqual([text, 1.75])
})

test('a number has no more digits than the field stores, and a cleared one is null', async () => {
  const user = userEvent.setup()
  const { weight } = await renderFields('en', { weight: 2 })
  await user.clear(weight)
  expect(read().weight).toBeNull()
  await user.type(weight, '1.239')
  expect(read().weight).toBe(1.23)
})

test('a number that is too small stays in the field, and is not saved', async () => {
  const user = userEvent.setup()
  const { weight } = await renderFields('en')
  await user.type(weight, '-1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter 0 or more.')
  expect([saved, read().weight, document.activeElement]).toEqual([undefined, -1, weight])
})

const save = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Save' }))

test.each([
  ['en', 'USD', '-5', 'Enter $0.01 or more.'],
  ['en', 'USD', '99999999999999', 'Enter $10,000,000,000.00 or less.'],
  ['en', 'JPY', '0', 'Enter ¥1 or more.'],
  ['de', 'EUR', '0', 'Geben Sie 0,01 € oder mehr ein.'],
] as const)('in %s the limit of an amount of %s is an amount', async (...parts) => {
  const [language, currency, typed, message] = parts
  const user = userEvent.setup()
  const { price } = await renderFields(language, { currency })
  await user.type(price, typed)
  await save(user)
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'))
  const texts = document.body.textContent.replace(/\s/g, ' ')
  expect(texts).toContain(message)
  expect(saved).toBeUndefined()
})

test('the limit of a number has groups of digits', async () => {
  const user = userEvent.setup()
  const { grams } = await renderFields('en')
  await user.type(grams, '99999999')
  await save(user)
  await screen.findByText('Enter 10,000,000 or less.')
  expect(saved).toBeUndefined()
})

test.each([
  ['en', '0.8', 0.8],
  ['de', '0,8', 0.8],
  ['de', '0.8', 0.8],
] as const)(
  'in %s the decimals of %s are rejected where whole numbers are needed',
  async (...parts) => {
    const [language, typed, grams] = parts
    const user = userEvent.setup()
    const fields = await renderFields(language)
    await user.type(fields.grams, typed)
    expect(read().grams).toBe(grams)
    await save(user)
    await waitFor(() => expect(fields.grams.getAttribute('aria-invalid')).toBe('true'))
    expect(saved).toBeUndefined()
  },
)

test('a whole number can have groups of digits, and an empty field shows its unit', async () => {
  const user = userEvent.setup()
  const { grams } = await renderFields('de')
  expect(grams.placeholder).toBe('g')
  await user.type(grams, '1.000')
  expect(read().grams).toBe(1000)
})
