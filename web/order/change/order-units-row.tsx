import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { Order } from '#contract/order/order.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { FieldProps } from '../../ui/field/form-field.ts'
import { NumberField } from '../../ui/field/number-field.tsx'
import { EntityCell } from '../../ui/page/entity-cell.tsx'
import css from './order-change.module.css'

type Props<V extends Record<string, unknown>> = Pick<FieldProps<V>, 'form' | 'name'> & {
  line: Pick<Order['lines'][number], 'title' | 'variantTitle' | 'sku' | 'image'>
  /** How many units can be chosen, as a number and as a text. */
  max: number
  maxLabel: string
  /** A field for an amount of the line. */
  amount?: ReactNode
  /** Another field of the units. */
  children?: ReactNode
}

/** A line of an order with a field for the number of its units that a change affects. */
export function OrderUnitsRow<V extends Record<string, unknown>>({
  form,
  name,
  line: { title, variantTitle, sku, image },
  max,
  maxLabel,
  amount,
  children,
}: Props<V>) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <div
      className={css.line}
      data-wide={children ? true : undefined}
      data-amount={amount ? true : undefined}
    >
      <EntityCell
        imageUrl={image ? getSizedImageUrl(image, 160) : null}
        title={title}
        details={format.parts([maxLabel, variantTitle, sku])}
      />
      <NumberField
        form={form}
        name={name}
        label={t('order.new.quantityOf', { name: title })}
        hideLabel
        min={0}
        max={max}
      />
      {amount}
      {children}
    </div>
  )
}
