import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { orderApi, type VariantChoice } from '#contract/order.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { useCurrency, useStore } from '../lib/session/use-store.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { MoneyField, NumberField } from '../ui/form/number-field.tsx'
import { SearchPick } from '../ui/form/search-pick.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import css from './order.module.css'
import type { OrderNewValues } from './order-new-shape.ts'

type Props = {
  form: ContractForm<OrderNewValues>
  chosen: ReadonlyMap<string, VariantChoice>
  onChoose: (choice: VariantChoice) => void
}
const nameOf = ({ title, variantTitle }: VariantChoice) =>
  [title, variantTitle].filter(Boolean).join(' – ')
const isGone = ({ trackStock, allowBackorder, stock }: VariantChoice) =>
  trackStock && !allowBackorder && stock <= 0

/** What is sold. A line that the stock cannot serve says so where it stands. */
export function OrderNewLines({ form, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const found = useQuery({
    ...queryOf(orderApi.searchVariants, { query: { q } }),
    placeholderData: keepPreviousData,
  })
  const { lines } = form.values
  const add = (choice: VariantChoice) => {
    onChoose(choice)
    const at = lines.findIndex(line => line.variant === choice._id)
    const line = lines[at]
    if (line) form.setFieldValue(`lines.${at}.quantity`, line.quantity + 1)
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
        <SearchPick
          path="lines"
          label={t('order.new.search')}
          placeholder={t('order.new.search')}
          found={found.data}
          onSearch={setQ}
          onPick={add}
          isDisabled={isGone}
          draw={choice => <Choice choice={choice} />}
          error={form.errors['lines'] && lines.length === 0 ? t('order.new.noLines') : undefined}
        />
      </div>
      {lines.length > 0 && <Heads />}
      {lines.map((line, at) => (
        <Entry key={line.variant} form={form} at={at} choice={chosen.get(line.variant)} />
      ))}
    </SectionCard>
  )
}

function Heads() {
  const { t } = useTranslation()
  return (
    <div className={`${css.entry} ${css.entryHead}`} aria-hidden>
      <span>{t('order.new.product')}</span>
      <span>{t('order.new.quantity')}</span>
      <span>{t('order.new.price')}</span>
      <span>{t('order.new.discount')}</span>
      <span>{t('order.new.lineTotal')}</span>
      <span />
    </div>
  )
}

function Entry({
  form,
  at,
  choice,
}: {
  form: Props['form']
  at: number
  choice: VariantChoice | undefined
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = useCurrency()
  const line = form.values.lines[at]
  if (!line || !choice) return null
  const name = nameOf(choice)
  const refused = form.errors[`lines.${at}`]
  return (
    <div
      className={css.entry}
      role="group"
      aria-label={name}
      data-path={`lines.${at}`}
      tabIndex={-1}
    >
      <ThingCell
        picture={choice.image ? getSizedImageUrl(choice.image, 160) : null}
        title={choice.title}
        line={[choice.variantTitle, choice.sku].filter(Boolean).join(' · ')}
      />
      <NumberField
        form={form}
        name={`lines.${at}.quantity`}
        label={t('order.new.quantityOf', { name })}
        hideLabel
        size="xs"
        min={1}
      />
      <MoneyField
        form={form}
        name={`lines.${at}.unitPrice`}
        label={t('order.new.priceOf', { name })}
        hideLabel
        size="xs"
        currency={currency}
      />
      <MoneyField
        form={form}
        name={`lines.${at}.discount`}
        label={t('order.new.discountOf', { name })}
        placeholder={t('order.new.discount')}
        hideLabel
        size="xs"
        currency={currency}
      />
      <span className={css.amount}>
        {format.money(
          (line.quantity || 0) * (line.unitPrice ?? 0) - (line.discount ?? 0),
          currency,
        )}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('order.new.remove', { name })}
        onClick={() => {
          form.clearErrors()
          form.removeListItem('lines', at)
        }}
      >
        <IconX size={16} />
      </ActionIcon>
      {refused && (
        <span className={css.refused} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          {refused}
        </span>
      )}
    </div>
  )
}

function Choice({ choice }: { choice: VariantChoice }) {
  const { t } = useTranslation()
  const format = useFormat()
  const store = useStore()
  const { stock, trackStock, allowBackorder } = choice
  const level =
    !trackStock || allowBackorder
      ? 'in'
      : stock <= 0
        ? 'out'
        : stock <= (store?.lowStockAt ?? 0)
          ? 'low'
          : 'in'
  return (
    <span className={css.choice}>
      <ThingCell
        picture={choice.image ? getSizedImageUrl(choice.image, 160) : null}
        title={choice.title}
        line={[choice.variantTitle, choice.sku].filter(Boolean).join(' · ')}
      />
      <span className={css.choiceEnd}>
        {format.money(choice.price, store?.currency ?? 'USD')}
        <small data-level={level}>
          {!trackStock
            ? t('order.new.uncounted')
            : stock > 0
              ? t('order.new.left', { count: stock })
              : t('order.new.none')}
        </small>
      </span>
    </span>
  )
}
