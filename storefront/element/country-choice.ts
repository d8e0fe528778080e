import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import { showDeliveryTo } from './product/delivery-form.ts'

// Keeps the country of the delivery on the shopper's device, from product to product and for the cart.
// Pages are the same for all shoppers: the script shows the choice.
const storageKey = 'country'
const choiceSelector = '.country-choice select'
const formSelector = ':is(.delivery-form, .cart-destination, .checkout-form) [name=country]'
// A country that the cart or the checkout has already is never replaced.
const shownSelector = `${choiceSelector}, .cart-destination[data-usual-country] [name=country]`
const deliverySelector = '.delivery-form [name=country]'

for (const select of findSelects(choiceSelector)) {
  const label = select.closest<HTMLElement>('.country-choice')
  const { countries, country = '' } = label?.dataset ?? {}
  const { lang } = document.documentElement
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  const codes = countries?.split(' ') ?? listCountryCodes()
  const options = codes.map(code => new Option(names.of(code), code))
  select.append(...options.sort((a, b) => a.text.localeCompare(b.text, lang)))
  select.value = country
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
    const isListed = [...select.options].some(({ value }) => value === country)
    if (select === changed || select.value === country || !isListed) continue
    select.value = country
    select.dispatchEvent(new CustomEvent('change', { bubbles: true }))
  }
  if (!hasCountryInUrl) void showDeliveryTo(country)
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
