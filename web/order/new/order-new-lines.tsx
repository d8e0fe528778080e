import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { countFixedUnits, isPriceFixed } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import { orderApi } from '#contract/order/order.ts'
import type { VariantChoice } from '#contract/order/order-filter.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { SearchSelect } from '../../ui/field/search-select.tsx'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { EntityCell } from '../../ui/page/entity-cell.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import type { OrderFormValues } from './order-form-schema.ts'
import css from './order-new.module.css'

type Props = {
  form: ContractForm<OrderFormValues>
  selectedVariants: ReadonlyMap<string, VariantChoice>
  onSelect: (choice: VariantChoice) => void
  currency: string
  /** The order that is edited. */
  order?: Order
}
const getVariantName = ({ title, variantTitle }: VariantChoice) =>
  [title, variantTitle].filter(Boolean).join(' – ')
export const isOutOfStock = ({ trackStock, allowBackorder, stock }: VariantChoice) =>
  trackStock && !allowBackorder && stock <= 0

/** The lines of a new or edited order. A line without enough stock shows an error. */
export function OrderNewLines({ form, selectedVariants, onSelect, currency, order }: Props) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const results = useQuery({
    ...queryOptionsFor(orderApi.searchVariants, { query: { q: searchText } }),
    placeholderData: keepPreviousData,
  })
  const { lines } = form.values
  const addLine = (choice: VariantChoice) => {
    onSelect(choice)
    const index = lines.findIndex(line => line.variant === choice._id)
    const line = lines[index]
    if (line) form.setFieldValue(`lines.${index}.quantity`, line.quantity + 1)
    else
      form.insertListItem('lines', {
        variant: choice._id,
        quantity: 1,
        unitPrice: choice.price,
        discount: null,
      })
    form.clearFieldError('lines')
  }
  return (
    <SectionCard title={t('order.new.products')} flush>
      <div className={css.search}>
        <SearchSelect
          path="lines"
          label={t('order.filter.searchProducts')}
          placeholder={t('order.filter.searchProducts')}
          results={results.data}
          onSearch={setSearchText}
          onSelect={addLine}
          isDisabled={isOutOfStock}
          renderItem={choice => <VariantOption choice={choice} />}
          error={form.errors['lines'] && lines.length === 0 ? t('order.new.noLines') : undefined}
        />
      </div>
      {lines.length > 0 && <LinesHeader />}
      {lines.map((line, index) => (
        <OrderLineFields
          key={line.variant}
          form={form}
          index={index}
          choice={selectedVariants.get(line.variant)}
          currency={currency}
          {...getLineLimits(order, line.line)}
        />
      ))}
    </SectionCard>
  )
}

type LineLimits = { fixedUnits: number; isPriceFixed: boolean }

/** Returns the units that an edit must keep in a line, and whether it must keep the price. */
function getLineLimits(order: Order | undefined, id: string | undefined): LineLimits {
  const line = order?.lines.find(({ _id }) => _id === id)
  if (!order || !line) return { fixedUnits: 0, isPriceFixed: false }
  const refundedUnits = order.refunds.flatMap(({ lines }) => lines)
  const { fulfillments } = order
  return {
    fixedUnits: countFixedUnits(line, { fulfillments, refundedUnits }),
    isPriceFixed: isPriceFixed(line, refundedUnits),
  }
}

function LinesHeader() {
  const { t } = useTranslation()
  return (
    <div className={`${css.line} ${css.lineHeader}`} aria-hidden>
      <span>{t('order.new.product')}</span>
      <span>{t('order.new.quantity')}</span>
      <span>{t('order.new.price')}</span>
      <span>{t('order.new.discount')}</span>
      <span>{t('order.new.lineTotal')}</span>
      <span />
    </div>
  )
}

function OrderLineFields({
  form,
  index,
  choice,
  currency,
  fixedUnits,
  isPriceFixed,
}: Pick<Props, 'form' | 'currency'> &
  LineLimits & {
    index: number
    choice: VariantChoice | undefined
  }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const line = form.values.lines[index]
  if (!line || !choice) return null
  const name = getVariantName(choice)
  const errorMessage = form.errors[`lines.${index}`]
  return (
    <div
      className={css.line}
      role="group"
      aria-label={name}
      data-path={`lines.${index}`}
      tabIndex={-1}
    >
      <EntityCell
        imageUrl={choice.image ? getSizedImageUrl(choice.image, 160) : null}
        title={choice.title}
        details={format.parts([choice.variantTitle, choice.sku])}
      />
      <NumberField
        form={form}
        name={`lines.${index}.quantity`}
        label={t('order.new.quantityOf', { name })}
        hideLabel
        size="xs"
        min={Math.max(1, fixedUnits)}
      />
      <MoneyField
        form={form}
        name={`lines.${index}.unitPrice`}
        label={t('order.new.priceOf', { name })}
        disabled={isPriceFixed}
        hideLabel
        size="xs"
        currency={currency}
      />
      <MoneyField
        form={form}
        name={`lines.${index}.discount`}
        label={t('order.new.discountOf', { name })}
        placeholder={t('order.new.discount')}
        hideLabel
        size="xs"
        currency={currency}
      />
      <span className={css.lineTotal}>
        {format.money(
          (line.quantity || 0) * (line.unitPrice ?? 0) - (line.discount ?? 0),
          currency,
        )}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('order.new.remove', { name })}
        disabled={fixedUnits > 0}
        onClick={() => {
          form.clearErrors()
          form.removeListItem('lines', index)
        }}
      >
        <IconX size={16} />
      </ActionIcon>
      {errorMessage && (
        <span className={css.error} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          {errorMessage}
        </span>
      )}
    </div>
  )
}

function getStockLevel(choice: VariantChoice, lowStockThreshold = 0): 'in' | 'low' | 'out' {
  if (!choice.trackStock || choice.allowBackorder) return 'in'
  if (choice.stock <= 0) return 'out'
  return choice.stock <= lowStockThreshold ? 'low' : 'in'
}

/** A variant in the results of the search. */
export function VariantOption({ choice }: { choice: VariantChoice }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const store = useCurrentStore()
  function getStockLabel() {
    if (!choice.trackStock) return t('order.new.notTracked')
    return choice.stock > 0
      ? t('order.new.unitsLeft', { count: choice.stock })
      : t('order.new.outOfStock')
  }
  return (
    <span className={css.option}>
      <EntityCell
        imageUrl={choice.image ? getSizedImageUrl(choice.image, 160) : null}
        title={choice.title}
        details={format.parts([choice.variantTitle, choice.sku])}
        badge={
          choice.isDraft && (
            <StatusBadge tone="neutral" isHollow label={t('product.status.draft')} />
          )
        }
      />
      <span className={css.optionEnd}>
        {format.money(choice.price, store?.currency ?? 'USD')}
        <small data-stock={getStockLevel(choice, store?.lowStockThreshold)}>
          {getStockLabel()}
        </small>
      </span>
    </span>
  )
}
