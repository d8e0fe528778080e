import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())
afterEach(cleanup)

test.each([
  ['36,50', '36.50'],
  ['1.234,50 €', '1,234.50'],
  ['1,200', '1,200.00'],
])('a price pasted as %s becomes %s', async (pasted, shown) => {
  const person = userEvent.setup()
  await renderApp(t, '/apps/product/create')
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Price/ })
  await person.click(price)
  await person.clear(price)
  await person.paste(pasted)
  await person.tab()
  expect(price.value).toBe(shown)
})
