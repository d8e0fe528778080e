import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { orderApi, type VariantChoice } from '#contract/order.ts'
import { useSend } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { AddressFields } from '../ui/form/address-fields.tsx'
import { SwitchField, TagsField } from '../ui/form/choice-field.tsx'
import { Cards, EditColumns, EditForm } from '../ui/form/edit-form.tsx'
import { TextareaField } from '../ui/form/text-field.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { OrderNewCustomer } from './order-new-customer.tsx'
import { OrderNewLines } from './order-new-lines.tsx'
import { blankOrder, bodyOf, OrderNewShape } from './order-new-shape.ts'
import { OrderNewSums } from './order-new-sums.tsx'

/** Takes an order by hand: what, for whom, where to, and what it comes to as it is typed. */
export function OrderNewPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useSend(orderApi.create)
  const [chosen, setChosen] = useState<ReadonlyMap<string, VariantChoice>>(new Map())
  const form = useContractForm(OrderNewShape, {
    values: blankOrder,
    onSave: async order => {
      const { _id } = await create.mutateAsync({ body: bodyOf(order) })
      await navigate(`/apps/order/orderDetail/${_id}`)
    },
  })
  return (
    <EditForm form={form} saveLabel={t('order.new.save')}>
      <PageHeader
        title={t('order.new.title')}
        back={{ to: '/apps/order/list', label: t('order.list.title') }}
      >
        {/* Once something is typed, the save bar has it. */}
        {!form.isChanged && <Button type="submit">{t('order.new.save')}</Button>}
      </PageHeader>
      <EditColumns side={<Side form={form} />}>
        <OrderNewLines
          form={form}
          chosen={chosen}
          onChoose={choice => setChosen(before => new Map(before).set(choice._id, choice))}
        />
        <OrderNewSums form={form} />
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

function Side({ form }: { form: Parameters<typeof OrderNewCustomer>[0]['form'] }) {
  const { t } = useTranslation()
  return (
    <Cards>
      <OrderNewCustomer form={form} />
      <SectionCard title={t('order.side.shippingAddress')}>
        <AddressFields form={form} at={part => `shippingAddress.${part}`} />
        <SwitchField form={form} name="hasSameBilling" label={t('order.new.sameBilling')} />
      </SectionCard>
      {!form.values.hasSameBilling && (
        <SectionCard title={t('order.side.billingAddress')}>
          <AddressFields form={form} at={part => `billingAddress.${part}`} />
        </SectionCard>
      )}
    </Cards>
  )
}
