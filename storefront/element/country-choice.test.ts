// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

const countries = '<option>GB</option><option>DE</option>'
const choice =
  '<label class="country-choice" data-countries="DE FR GB GR" data-country="GB" hidden><select></select></label>'
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
async function openPage(pageForm = form, pageChoice = choice) {
  vi.resetModules()
  document.documentElement.lang = 'en'
  document.body.innerHTML = pageChoice + pageForm
  const onUpdate = vi.fn<(event: Event) => void>()
  getSelect('form').addEventListener('change', onUpdate)
  await import('./country-choice.ts')
  await Promise.resolve()
  return onUpdate
}
beforeEach(() => localStorage.clear())

test('the choice lists the countries of the store, and stays from page to page', async () => {
  const onUpdate = await openPage()
  const select = getSelect('.country-choice')
  expect(select.closest('label')?.hidden).toBe(false)
  expect([...select.options].map(({ text }) => text)).toEqual(['United Kingdom'])
  select.dispatchEvent(new Event('focus'))
  expect([...select.options].map(({ text }) => text)).toEqual([
    'France',
    'Germany',
    'Greece',
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

test('a store without a list delivers everywhere', async () => {
  await openPage(form, choice.replace(/data-countries="[^"]*"/, ''))
  const select = getSelect('.country-choice')
  select.dispatchEvent(new Event('pointerdown'))
  const names = [...select.options].map(({ text }) => text)
  expect(names).toEqual(expect.arrayContaining(['Afghanistan', 'Germany', 'Zimbabwe']))
  expect(names.length).toBeGreaterThan(240)
})

test('a form chooses the country too, and keeps its own if it does not have the chosen one', async () => {
  const onUpdate = await openPage()
  choose(getSelect('.delivery-form'), 'DE')
  expect(getSelect('.country-choice').value).toBe('DE')
  choose(getSelect('.country-choice'), 'FR')
  expect(getSelect('.delivery-form').value).toBe('DE')
  expect(onUpdate).toHaveBeenCalledTimes(1)
})

test('a link with a country shows the delivery to it, until the shopper chooses another', async () => {
  localStorage.setItem('country', 'DE')
  history.replaceState(null, '', '?country=GB')
  onTestFinished(() => history.replaceState(null, '', location.pathname))
  expect(await openPage()).not.toHaveBeenCalled()
  expect(getSelect('.country-choice').value).toBe('DE')
  expect(getSelect('.delivery-form').value).toBe('GB')
  choose(getSelect('.country-choice'), 'FR')
  choose(getSelect('.country-choice'), 'DE')
  expect(getSelect('.delivery-form').value).toBe('DE')
})

test('a page without the form shows the delivery to the country of the device', async () => {
  localStorage.setItem('country', 'DE')
  const fetchPage = vi.fn(async () => new Response(`<div class="delivery">${form}</div>`))
  vi.stubGlobal('fetch', fetchPage)
  onTestFinished(() => void vi.unstubAllGlobals())
  const link =
    '<a class="delivery-link" data-country="GB" href="/jug?variant=1&delivery=choose"></a>'
  await openPage(`<form><select></select></form><div class="delivery">${link}</div>`)
  await vi.waitFor(() => expect(document.querySelector('.delivery-form')).not.toBeNull())
  expect(fetchPage).toHaveBeenCalledExactlyOnceWith(
    new URL('/jug?variant=1&country=DE', location.href).href,
  )
})

test('a link with a country leaves the cart with the country of the device', async () => {
  localStorage.setItem('country', 'DE')
  history.replaceState(null, '', '?country=GB')
  onTestFinished(() => history.replaceState(null, '', location.pathname))
  await openPage(createCartForm('data-usual-country="GB"'))
  expect(getSelect('.cart-destination').value).toBe('DE')
})

// The page that a failure opens is a part of this one, which needs no navigation.
const createCartForm = (attributes = '') => `
  <div class="cart-page"><form class="cart-destination" action="#/cart" ${attributes}>
    <select name="country">${countries}</select><button class="cart-update"></button>
  </form></div>`

test('a cart keeps its country, and only a cart without one gets that of the device', async () => {
  localStorage.setItem('country', 'DE')
  const onUpdate = await openPage(createCartForm())
  expect(getSelect('.country-choice').value).toBe('DE')
  choose(getSelect('.country-choice'), 'FR')
  choose(getSelect('.country-choice'), 'DE')
  expect(getSelect('form').value).toBe('GB')
  expect(onUpdate).not.toHaveBeenCalled()
  const nextUpdate = await openPage(createCartForm('data-usual-country'))
  expect(getSelect('form').value).toBe('DE')
  expect(nextUpdate).toHaveBeenCalledTimes(1)
})

test('the checkout keeps its country too, and its choice is that of the device', async () => {
  localStorage.setItem('country', 'DE')
  const checkout = form.replace('delivery-form', 'checkout-form')
  expect(await openPage(checkout)).not.toHaveBeenCalled()
  choose(getSelect('form'), 'DE')
  choose(getSelect('form'), 'GB')
  expect(localStorage.getItem('country')).toBe('GB')
  expect(getSelect('.country-choice').value).toBe('GB')
})

test('a cart that cannot store the country of the device opens no page', async () => {
  localStorage.setItem('country', 'DE')
  vi.useFakeTimers()
  const send = vi.fn<typeof fetch>().mockRejectedValue(new Error('offline'))
  vi.stubGlobal('fetch', send)
  await import('./cart/cart-form.ts')
  await openPage(createCartForm('data-usual-country'))
  await vi.runAllTimersAsync()
  expect(send).toHaveBeenCalledTimes(1)
  expect(location.hash).toBe('')
  choose(getSelect('form'), 'GB')
  await vi.runAllTimersAsync()
  expect(send).toHaveBeenCalledTimes(2)
  expect(location.hash).toBe('#/cart')
})
