import { createHash } from 'node:crypto'
import type { CheckoutEntries } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { listAddressErrors } from '../address/address-errors.ts'
import { getAddressForm } from '../address/address-form.ts'
import type { SavedAddress, SignedInShopper } from '../storefront/form/signed-in-shopper.ts'

const otherAddress = 'other'
const maxAddresses = 5

/** Returns the entries with the saved address that the shopper has chosen instead of the fields. */
export function applySavedAddress<Entries extends CheckoutEntries>(
  entries: Entries,
  shopper: SignedInShopper | undefined,
): Entries {
  const { savedAddress } = entries
  if (!savedAddress || savedAddress === otherAddress) return entries
  const address = shopper?.addresses.find(each => getAddressId(each) === savedAddress)
  return address ? { ...entries, ...address } : { ...entries, savedAddress: otherAddress }
}

type Choice = { entries: CheckoutEntries; countries: readonly string[] }

/** Returns the saved addresses to which the store delivers, and the one that is chosen. */
export function describeSavedAddresses(
  shopper: SignedInShopper | undefined,
  { entries, countries }: Choice,
): Pick<StorefrontCheckout, 'savedAddresses' | 'savedAddress'> {
  const addresses = (shopper?.addresses ?? [])
    .filter(address => countries.includes(address.country) && isComplete(address))
    .slice(0, maxAddresses)
  const selectedAddress = addresses.find(address =>
    entries.savedAddress
      ? getAddressId(address) === entries.savedAddress
      : getAddressId(pickAddress(entries)) === getAddressId(address),
  )
  return {
    savedAddresses: addresses.map(address => ({ _id: getAddressId(address), address })),
    savedAddress: selectedAddress ? getAddressId(selectedAddress) : otherAddress,
  }
}

const isComplete = (address: SavedAddress) =>
  address.name !== '' && listAddressErrors(getAddressForm(address.country), address).length === 0

const pickAddress = ({
  name = '',
  line1 = '',
  line2 = '',
  postalCode = '',
  city = '',
  region = '',
  country = '',
}: CheckoutEntries): SavedAddress => ({ name, line1, line2, postalCode, city, region, country })

const getAddressId = (address: SavedAddress): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(pickAddress(address))))
    .digest('base64url')
    .slice(0, 16)
