// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

const countries = '<option>GB</option><option>DE</option>'
const choice =
  '<label class="country-choice" data-countries="GB DE FR" data-country="GB" hidden><select></select></label>'
const form = `<form class="delivery-form"><select name="country">${countries}</select></form>`

const getSelect = (selector: string) => {
  const select = document.querySelector<HTMLSelectElement>(`${selector} select`)
  if (!select) throw new Error('The page has no such field.')
  return select
}
const choose = (select: HTMLSelectElement, country: string) => {
  select.value = country
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
/** Shows a page whose form is counted when the script changes it. */
async function openPage() {
  vi.resetModules()
  document.documentElement.lang = 'en'
  document.body.innerHTML = choice + form
  const onUpdate = vi.fn<(event: Event) => void>()
  getSelect('.delivery-form').addEventListener('change', onUpdate)
  await import('./country-choice.ts')
  await Promise.resolve()
  return onUpdate
}
beforeEach(() => localStorage.clear())

test('the choice lists the countries of the store, and stays from page to page', async () => {
  const onUpdate = await openPage()
  const select = getSelect('.country-choice')
  expect(select.closest('label')?.hidden).toBe(false)
  expect([...select.options].map(({ text }) => text)).toEqual([
    'France',
    'Germany',
    'United Kingdom',
  ])
  expect(select.value).toBe('GB')
  expect(onUpdate).not.toHaveBeenCalled()
  choose(select, 'DE')
  expect(onUpdate).toHaveBeenCalledTimes(1)
  const nextUpdate = await openPage()
  expect(getSelect('.country-choice').value).toBe('DE')
  expect(getSelect('.delivery-form').value).toBe('DE')
  expect(nextUpdate).toHaveBeenCalledTimes(1)
})

test('a form chooses the country too, and keeps its own if it does not have the chosen one', async () => {
  const onUpdate = await openPage()
  choose(getSelect('.delivery-form'), 'DE')
  expect(getSelect('.country-choice').value).toBe('DE')
  choose(getSelect('.country-choice'), 'FR')
  expect(getSelect('.delivery-form').value).toBe('DE')
  expect(onUpdate).toHaveBeenCalledTimes(1)
})
