import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import { createOnce } from '#contract/lib/create-once.ts'
import { showDeliveryTo } from './product/delivery-form.ts'

// Keeps the country of the delivery on the shopper's device, from product to product and for the cart.
// Pages are the same for all shoppers: the script shows the choice.
const storageKey = 'country'
const choiceSelector = '.country-choice select'
const formSelector = ':is(.delivery-form, .cart-destination, .checkout-form) [name=country]'
// A country that the cart or the checkout has already is never replaced.
const shownSelector = `${choiceSelector}, .cart-destination[data-usual-country] [name=country]`
const deliverySelector = '.delivery-form [name=country]'
const getCountryNames = createOnce(
  () => new Intl.DisplayNames(document.documentElement.lang, { type: 'region' }),
)

for (const select of findSelects(choiceSelector)) {
  const label = select.closest<HTMLElement>('.country-choice')
  const country = label?.dataset['country']
  if (country) select.append(createOption(country))
  const controller = new AbortController()
  // The names of all countries take a slow phone a tenth of a second, so they are listed when needed.
  const list = () => {
    controller.abort()
    listCountries(select)
  }
  for (const type of ['pointerdown', 'focus'])
    select.addEventListener(type, list, { signal: controller.signal })
  if (label) label.hidden = false
}
// The scripts of the forms run first.
queueMicrotask(() => showCountry())

document.addEventListener('change', event => {
  const { target } = event
  if (event instanceof CustomEvent || !(target instanceof HTMLSelectElement)) return
  if (!target.matches(`${choiceSelector}, ${formSelector}`) || !target.value) return
  try {
    localStorage.setItem(storageKey, target.value)
  } catch {
    // The next page does not know it.
  }
  showCountry(target)
})

/** Chooses the country in the other fields that have none of their own. Their forms update themselves. */
export function showCountry(changed?: HTMLSelectElement) {
  const country = changed?.value ?? readCountry()
  // A shared link with a country shows the delivery to it.
  const hasCountryInUrl = !changed && new URLSearchParams(location.search).has('country')
  if (!country) return
  for (const select of findSelects(
    hasCountryInUrl ? shownSelector : `${shownSelector}, ${deliverySelector}`,
  )) {
    if (select === changed || select.value === country || !offersCountry(select, country)) continue
    select.value = country
    select.dispatchEvent(new CustomEvent('change', { bubbles: true }))
  }
  if (!hasCountryInUrl) void showDeliveryTo(country)
}

/** Whether a field has the country. The choice gets it if the store delivers to it. */
function offersCountry(select: HTMLSelectElement, country: string): boolean {
  if ([...select.options].some(({ value }) => value === country)) return true
  if (!select.matches(choiceSelector)) return false
  const countries = readCountries(select)
  if (countries && !countries.includes(country)) return false
  select.append(createOption(country))
  return true
}

/** Replaces the countries of the choice with all to which the store delivers, sorted by name. */
function listCountries(select: HTMLSelectElement) {
  const { value, options } = select
  const noCountry = [...options].filter(option => option.value === '')
  const { compare } = new Intl.Collator(document.documentElement.lang)
  const countries = (readCountries(select) ?? listCountryCodes()).map(createOption)
  select.replaceChildren(...noCountry, ...countries.sort((a, b) => compare(a.text, b.text)))
  select.value = value
}

/** Returns the countries to which the store delivers, undefined for all. */
const readCountries = (select: HTMLSelectElement) =>
  select.closest<HTMLElement>('.country-choice')?.dataset['countries']?.split(' ')

function createOption(country: string): HTMLOptionElement {
  return new Option(getCountryNames().of(country), country)
}

function readCountry(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function findSelects(selector: string) {
  return document.querySelectorAll<HTMLSelectElement>(selector)
}
