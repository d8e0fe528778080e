import type { ShippingOption } from '#contract/store/shipping.ts'
import type { DeliveryEstimation } from '#contract/storefront/storefront-delivery.ts'
import { listRegions } from '../frame/list-regions.ts'
import { useDays, useFrame, useMoney, useTexts, useTimeOfDay } from '../frame/page-context.tsx'
import { Icon } from '../icon.tsx'

type Props = {
  delivery: DeliveryEstimation
  /** The path of the page, and the variant that it shows. */
  path: string
  variant: string
  /** The country that the shopper has chosen, otherwise empty. */
  chosenCountry: string
  isChoosingCountry: boolean
}

/** A longer list would take a tenth of the page, so it has a page of its own. */
const maxListedCountries = 40

/** When a product arrives and what that costs. A form shows it for another country. */
export function DeliveryEstimate(props: Props) {
  const { delivery } = props
  const t = useTexts()
  const regions = listRegions(useFrame().language)
  const country = regions.find(({ value }) => value === delivery.country)?.label
  return (
    <div className="facts delivery" id="delivery">
      <Icon name="truck" />
      <div>
        <div className="delivery-result">
          <p className="fact-title">
            {country ? t('deliveryEstimate.to', { country }) : t('delivery')}
          </p>
          <DeliveryOptions delivery={delivery} />
        </div>
        {delivery.countries.length > 1 && <CountryChoice {...props} />}
      </div>
    </div>
  )
}

function DeliveryOptions({ delivery }: Pick<Props, 'delivery'>) {
  const t = useTexts()
  const formatMoney = useMoney()
  const formatTime = useTimeOfDay()
  const { country, shippingOptions, freeFrom, orderBy, dependsOnAddress } = delivery
  if (country === '') return <p>{t('chooseCountry')}</p>
  if (shippingOptions.length === 0)
    return <p>{t(dependsOnAddress ? 'deliveryEstimate.partly' : 'deliveryEstimate.none')}</p>
  return (
    <>
      <ul>
        {shippingOptions.map((option, index) => (
          <li key={option._id}>
            <DeliveryOption option={option} />
            {index === 0 && freeFrom !== null && (
              <> ({t('deliveryEstimate.freeFrom', { amount: formatMoney(freeFrom) })})</>
            )}
          </li>
        ))}
      </ul>
      {orderBy && <p>{t('deliveryEstimate.orderBy', { time: formatTime(orderBy) })}</p>}
    </>
  )
}

function DeliveryOption({ option }: { option: ShippingOption }) {
  const t = useTexts()
  const formatMoney = useMoney()
  const formatDays = useDays()
  const { name, price, isPickup, deliveryFrom, deliveryTo } = option
  const days = deliveryFrom && deliveryTo && formatDays(deliveryFrom, deliveryTo)
  const label = isPickup && days ? t('readyForPickup', { dates: days }) : days
  return (
    <>
      {label && <strong>{label}</strong>}
      {label && ' · '}
      <bdi>{name}</bdi> · {price === 0 ? t('free') : formatMoney(price)}
    </>
  )
}

function CountryChoice(props: Props) {
  const t = useTexts()
  const { delivery, path, variant, chosenCountry, isChoosingCountry } = props
  const { country, countries } = delivery
  const hasChoice = isChoosingCountry || chosenCountry !== '' || country === ''
  if (hasChoice || countries.length <= maxListedCountries) return <CountryForm {...props} />
  return (
    <a
      className="delivery-link"
      href={`${path}?variant=${variant}&delivery=choose#delivery`}
      rel="nofollow"
      data-country={country}
    >
      {t('deliveryEstimate.otherCountry')}
    </a>
  )
}

/** With scripts, another country changes the estimate only. */
function CountryForm({ delivery, path, variant, isChoosingCountry }: Props) {
  const t = useTexts()
  const countries = new Set(delivery.countries)
  const isReached = countries.has(delivery.country)
  return (
    <details open={isChoosingCountry || delivery.country === ''}>
      <summary>{t('deliveryEstimate.otherCountry')}</summary>
      <form
        className="delivery-form"
        action={`${path}#delivery`}
        toolname="estimateDelivery"
        tooldescription={t('tool.delivery')}
      >
        <input type="hidden" name="variant" value={variant} />
        <select
          name="country"
          aria-label={t('address.country')}
          defaultValue={isReached ? delivery.country : ''}
          required
        >
          {!isReached && <option value="">{t('address.noCountry')}</option>}
          {listRegions(useFrame().language)
            .filter(({ value }) => countries.has(value))
            .map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </select>
        <button className="button" type="submit">
          {t('update')}
        </button>
      </form>
    </details>
  )
}
