import type { Address } from '#contract/lib/country/address.ts'
import { listRegionCodes } from '#contract/lib/country/region-codes.ts'
import type {
  AccountAddress,
  AccountAddressForm,
  ShopperAccount,
} from '#contract/storefront/storefront-account.ts'
import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { AddressCountry } from '../checkout/address-country.tsx'
import { AddressInput, StreetFields } from '../checkout/street-fields.tsx'
import { useTexts } from '../frame/page-context.tsx'
import { AddressText } from '../order/order-address.tsx'
import { AccountDone, AccountSection } from './account-section.tsx'

const { path } = storefrontForms.account

type Props = { account: ShopperAccount; form: StorefrontFormState }

export function AccountAddresses({ account, form }: Props) {
  const t = useTexts()
  const { addresses, addressForm, lastChange } = account
  return (
    <AccountSection id="addresses" title={t('account.addresses')}>
      <AccountDone text={lastChange === 'addresses' && t('account.saved')} />
      {addresses.length === 0 && !addressForm && <p>{t('account.noAddresses')}</p>}
      <ul className="account-addresses">
        {addresses.map(address => (
          <AddressCard key={address._id} address={address} />
        ))}
      </ul>
      {addressForm ? (
        <AddressForm addressForm={addressForm} form={form} />
      ) : (
        <p>
          <a className="button account-button" href={`${path}?address=new#address-form`}>
            {t('account.addAddress')}
          </a>
        </p>
      )}
    </AccountSection>
  )
}

function AddressCard({ address: { _id, kind, address } }: { address: AccountAddress }) {
  const t = useTexts()
  return (
    <li>
      {kind === 'default' && <p className="account-note">{t('account.defaultAddress')}</p>}
      {kind === 'order' && <p className="account-note">{t('account.orderAddress')}</p>}
      <AddressText address={address} />
      <form className="account-actions" method="post" action={path}>
        <input type="hidden" name="address" value={_id} />
        {kind === 'order' ? (
          <IntentButton intent="keepAddress" label={t('account.keepAddress')} />
        ) : (
          <>
            <a href={`${path}?address=${_id}#address-form`}>{t('account.change')}</a>
            {kind === 'saved' && (
              <IntentButton intent="defaultAddress" label={t('account.makeDefault')} />
            )}
            <IntentButton intent="deleteAddress" label={t('account.delete')} />
          </>
        )}
      </form>
    </li>
  )
}

const IntentButton = ({ intent, label }: { intent: string; label: string }) => (
  <button className="text-button" type="submit" name="intent" value={intent}>
    {label}
  </button>
)

type FormProps = { addressForm: AccountAddressForm; form: StorefrontFormState }

/** The Enter key saves, because the first button of a form counts as pressed. */
function AddressForm({ addressForm, form }: FormProps) {
  const t = useTexts()
  const { intent = '' } = form.values
  const isSent = intent === 'saveAddress' || intent === 'addressCountry'
  const state = isSent ? form : { values: toValues(addressForm.address), errors: {} }
  return (
    <form id="address-form" className="form" method="post" action={path}>
      <button
        type="submit"
        className="visually-hidden"
        tabIndex={-1}
        name="intent"
        value="saveAddress"
      >
        {t('orderPage.saveAddress')}
      </button>
      <input type="hidden" name="address" value={addressForm._id} />
      <AddressCountry
        form={state}
        name="country"
        country={addressForm.country}
        countries={listRegionCodes()}
        kind="shipping"
      />
      <p>
        <button
          className="text-button"
          type="submit"
          name="intent"
          value="addressCountry"
          formNoValidate
        >
          {t('account.changeCountry')}
        </button>
      </p>
      <AddressInput form={state} name="name" autoComplete="name" />
      <StreetFields addressForm={addressForm.form} form={state} />
      <p className="account-actions">
        <button className="button" type="submit" name="intent" value="saveAddress">
          {t('orderPage.saveAddress')}
        </button>
        <a href={`${path}#addresses`}>{t('account.cancel')}</a>
      </p>
    </form>
  )
}

const toValues = ({ name, line1, line2, postalCode, city, region }: Address) =>
  Object.fromEntries(
    Object.entries({ name, line1, line2, postalCode, city, region }).map(([key, value]) => [
      key,
      value ?? '',
    ]),
  )
