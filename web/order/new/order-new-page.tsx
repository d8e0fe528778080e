import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { type Customer, customerApi } from '#contract/customer/customer.ts'
import { orderApi } from '#contract/order/order.ts'
import type { VariantChoice } from '#contract/order/order-filter.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { useCurrency } from '../../lib/session/use-current-store.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { AddressFields } from '../../ui/field/address-fields.tsx'
import { SwitchField, TagsField } from '../../ui/field/choice-field.tsx'
import { TextareaField } from '../../ui/field/text-field.tsx'
import { CardStack, EditColumns, EditForm } from '../../ui/form/edit-form.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import {
  emptyOrder,
  OrderFormSchema,
  toOrderCustomerValues,
  toOrderInput,
} from './order-form-schema.ts'
import { OrderNewCustomer } from './order-new-customer.tsx'
import { OrderNewLines } from './order-new-lines.tsx'
import { OrderNewTotals } from './order-new-totals.tsx'

/** The form for a manual order. `?customer=<id>` selects the customer. */
export function OrderNewPage() {
  const [params] = useSearchParams()
  const id = params.get('customer') ?? ''
  const customer = useQuery({
    ...queryOptionsFor(customerApi.get, { params: { id } }),
    enabled: id !== '',
  })
  // Without the customer, for example after it was deleted, the form starts empty.
  return customer.isLoading ? null : <OrderNewForm key={id} customer={customer.data} />
}

function OrderNewForm({ customer }: { customer: Customer | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const currency = useCurrency()
  const create = useRouteMutation(orderApi.create)
  const [selectedVariants, setSelectedVariants] = useState<ReadonlyMap<string, VariantChoice>>(
    new Map(),
  )
  const isSavingDraft = useRef(false)
  const form = useContractForm(OrderFormSchema, {
    values: { ...emptyOrder, ...(customer && toOrderCustomerValues(customer)) },
    onSave: async order => {
      const isDraft = isSavingDraft.current
      const { _id } = await create.mutateAsync({ body: { ...toOrderInput(order), isDraft } })
      await navigate(getRecordPath('order', _id))
    },
  })
  function saveDraft() {
    isSavingDraft.current = true
    // Starts saving before it returns.
    form.save()
    isSavingDraft.current = false
  }
  return (
    <EditForm form={form} saveLabel={t('order.new.save')}>
      <PageHeader
        title={t('order.new.title')}
        back={{ to: '/apps/order/list', label: t('order.list.title') }}
      >
        <Button variant="default" loading={form.isSaving} onClick={saveDraft}>
          {t('order.new.saveDraft')}
        </Button>
        {/* After a change, the save bar shows this button. */}
        {!form.isChanged && <Button type="submit">{t('order.new.save')}</Button>}
      </PageHeader>
      <EditColumns sidebar={<OrderNewSide form={form} />}>
        <OrderNewLines
          form={form}
          selectedVariants={selectedVariants}
          currency={currency}
          onSelect={choice =>
            setSelectedVariants(previous => new Map(previous).set(choice._id, choice))
          }
        />
        <OrderNewTotals form={form} selectedVariants={selectedVariants} />
        <SectionCard title={t('order.side.notes')}>
          <TextareaField
            form={form}
            name="customerNote"
            label={t('order.new.customerNote')}
            rows={2}
          />
          <TextareaField
            form={form}
            name="note"
            label={t('order.side.note')}
            description={t('order.side.noteHint')}
            rows={2}
          />
          <TagsField form={form} name="tags" label={t('order.side.tags')} />
        </SectionCard>
      </EditColumns>
    </EditForm>
  )
}

function OrderNewSide({ form }: { form: Parameters<typeof OrderNewCustomer>[0]['form'] }) {
  const { t } = useTranslation()
  const { source, shippingAddress, hasSameBilling } = form.values
  // In-person orders don't need shipping.
  const isAddressMissing = source !== 'pos' && !shippingAddress?.line1
  return (
    <CardStack>
      <OrderNewCustomer form={form} />
      <SectionCard
        title={t('order.side.shippingAddress')}
        hint={isAddressMissing && t('order.new.noAddress')}
      >
        <AddressFields form={form} getFieldName={addressPart => `shippingAddress.${addressPart}`} />
        <SwitchField form={form} name="hasSameBilling" label={t('order.new.useAsBilling')} />
      </SectionCard>
      {!hasSameBilling && (
        <SectionCard title={t('order.side.billingAddress')}>
          <AddressFields
            form={form}
            getFieldName={addressPart => `billingAddress.${addressPart}`}
          />
        </SectionCard>
      )}
    </CardStack>
  )
}
