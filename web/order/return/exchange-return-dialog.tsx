import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { ExchangeReturn, orderChangeApi } from '#contract/order/order-change.ts'
import type { VariantChoice } from '#contract/order/order-filter.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { type ContractForm, useContractForm } from '../../lib/use-contract-form.ts'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { SearchSelect } from '../../ui/field/search-select.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EntityCell } from '../../ui/page/entity-cell.tsx'
import { EmailChoice } from '../change/email-choice.tsx'
import css from '../change/order-change.module.css'
import { ChangePreview } from '../change/order-change-summary.tsx'
import { isOutOfStock, VariantOption } from '../new/order-new-lines.tsx'
import { getExchangePrice } from './exchange-price.ts'

const ExchangeForm = z.object({ change: ExchangeReturn })
type ExchangeFormValues = z.input<typeof ExchangeForm>
type FormProps = { form: ContractForm<ExchangeFormValues>; currency: string }

/** Chooses the items that the customer gets instead, in a new order. */
export function ExchangeReturnDialog({
  order,
  orderReturn,
  onClose,
}: {
  order: Order
  orderReturn: OrderReturn
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { currency } = order
  const send = useRouteMutation(orderChangeApi.applyChange)
  const form = useContractForm(ExchangeForm, {
    values: {
      change: {
        kind: 'exchangeReturn',
        return: orderReturn._id,
        lines: [],
        shippingTotal: null,
        fee: null,
        isNotified: true,
      },
    },
    onSave: async body => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { ...body, version: order.version },
      })
      onClose()
    },
  })
  const parsed = ExchangeForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t('orderReturn.exchangeTitle', { number: orderReturn.number })}
      saveLabel={t('orderReturn.exchangeSave')}
      size="xl"
      onClose={onClose}
    >
      <ExchangeLines form={form} order={order} orderReturn={orderReturn} />
      <FieldRow>
        <MoneyField
          form={form}
          name="change.shippingTotal"
          label={t('orderReturn.exchangeShipping')}
          currency={currency}
        />
        <MoneyField
          form={form}
          name="change.fee"
          label={t('order.change.fee')}
          currency={currency}
        />
      </FieldRow>
      {/* The new order sends emails even if this one, for example an imported one, sends none. */}
      <EmailChoice sendsEmails={order.customer.email !== ''}>
        <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      </EmailChoice>
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}

function ExchangeLines({
  form,
  order,
  orderReturn,
}: {
  form: ContractForm<ExchangeFormValues>
  order: Order
  orderReturn: OrderReturn
}) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const [choices, setChoices] = useState<readonly VariantChoice[]>([])
  const results = useQuery({
    ...queryOptionsFor(orderApi.searchVariants, { query: { q: searchText } }),
    placeholderData: keepPreviousData,
  })
  const { data: variants } = useQuery(
    queryOptionsFor(orderItemsApi.listVariants, { params: { id: order._id } }),
  )
  const { lines } = form.values.change
  function addLine(choice: VariantChoice) {
    if (lines.some(({ variant }) => variant === choice._id)) return
    setChoices([...choices, choice])
    form.insertListItem('change.lines', {
      variant: choice._id,
      quantity: 1,
      unitPrice: getExchangePrice(choice, order, orderReturn, variants ?? []),
    })
    form.clearFieldError('change.lines')
  }
  return (
    <>
      <SearchSelect
        path="change.lines"
        label={t('order.filter.searchProducts')}
        placeholder={t('order.filter.searchProducts')}
        // The price of a result follows from the variants of the order.
        results={variants && results.data}
        onSearch={setSearchText}
        onSelect={addLine}
        isDisabled={isOutOfStock}
        renderItem={choice => <VariantOption choice={choice} />}
        error={form.errors['change.lines'] && lines.length === 0 && t('order.new.noLines')}
      />
      <div className={css.lines}>
        {lines.map(({ variant }, index) => (
          <ExchangeLine
            key={variant}
            form={form}
            index={index}
            choice={choices.find(({ _id }) => _id === variant)}
            currency={order.currency}
          />
        ))}
      </div>
    </>
  )
}

function ExchangeLine({
  form,
  index,
  choice,
  currency,
}: FormProps & { index: number; choice: VariantChoice | undefined }) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (!choice) return null
  const { title: name } = choice
  return (
    <div className={css.line} data-removable data-path={`change.lines.${index}`} tabIndex={-1}>
      <EntityCell
        imageUrl={choice.image ? getSizedImageUrl(choice.image, 160) : null}
        title={name}
        details={format.parts([choice.variantTitle, choice.sku])}
      />
      <NumberField
        form={form}
        name={`change.lines.${index}.quantity`}
        label={t('order.new.quantityOf', { name })}
        hideLabel
        min={1}
      />
      <MoneyField
        form={form}
        name={`change.lines.${index}.unitPrice`}
        label={t('order.new.priceOf', { name })}
        hideLabel
        currency={currency}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('order.new.remove', { name })}
        onClick={() => {
          form.clearErrors()
          form.removeListItem('change.lines', index)
        }}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}
