import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../../lib/formatters.ts'
import { useCurrency } from '../../lib/session/use-current-store.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import type { OrderFormValues } from './order-form-schema.ts'
import css from './order-new.module.css'
import { useOrderShipping } from './use-order-shipping.ts'

/** The shipping rates of the address. A click enters the name and the price, which stay editable. */
export function OrderNewShipping({ form }: { form: ContractForm<OrderFormValues> }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const shipping = useOrderShipping(form.values)
  if (!shipping?.requiresShipping) return null
  if (shipping.options.length === 0)
    return <p className={css.noShippingOptions}>{t('order.new.noShippingOptions')}</p>
  const { shippingMethod, shippingTotal } = form.values
  return (
    <div className={css.shippingOptions} role="group" aria-label={t('order.new.shippingOptions')}>
      {shipping.options.map(({ _id, name, price }) => {
        const isSelected = name === shippingMethod && price === shippingTotal
        return (
          <Button
            key={_id}
            size="compact-sm"
            variant={isSelected ? 'light' : 'default'}
            aria-pressed={isSelected}
            onClick={() => form.setValues({ shippingMethod: name, shippingTotal: price })}
          >
            {name} · {format.money(price, currency)}
          </Button>
        )
      })}
    </div>
  )
}
