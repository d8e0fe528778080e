import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { type Order, orderApi } from '#contract/order/order.ts'
import { findItemsObstacle, orderItemsApi } from '#contract/order/order-item.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { CardStack, EditForm } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { EmailChoice } from './change/email-choice.tsx'
import { ChangePreview } from './change/order-change-summary.tsx'
import { useOrderMutation } from './change/use-order-mutation.ts'
import { type OrderFormValues, OrderItemsFormSchema } from './new/order-form-schema.ts'
import { OrderNewLines } from './new/order-new-lines.tsx'
import { OrderNewTotals } from './new/order-new-totals.tsx'
import { toItemsEdit, toItemsFormValues, toLineChoices } from './order-items-values.ts'

/** Leads back to an order whose items cannot change. One that closes meanwhile keeps its form. */
export function OrderItemsPage() {
  const { id = '' } = useParams()
  const order = useSuspenseQuery(queryOptionsFor(orderApi.get, { params: { id } })).data
  const [isChangeable] = useState(() => !findItemsObstacle(order))
  return isChangeable ? (
    <OrderItemsForm order={order} />
  ) : (
    <Navigate replace to={getRecordPath('order', id)} />
  )
}

/** Edits the lines, shipping and discounts of an order that is not fulfilled in the form of a new one. */
function OrderItemsForm({ order }: { order: Order }) {
  const { _id: id } = order
  const { t } = useTranslation()
  const navigate = useNavigate()
  const update = useOrderMutation(orderItemsApi.updateItems)
  const { choices, addChoice } = useLineChoices(order)
  const form = useContractForm(OrderItemsFormSchema, {
    values: toItemsFormValues(order),
    onSave: async values => {
      await update.mutateAsync({
        params: { id },
        body: { ...toItemsEdit(values), version: order.version },
      })
      await navigate(getRecordPath('order', id))
    },
  })
  return (
    <EditForm form={form}>
      <PageHeader
        title={t('order.edit.items')}
        subtitle={<bdi>{order.number}</bdi>}
        back={{ to: getRecordPath('order', id), label: order.number }}
      />
      <CardStack>
        <OrderNewLines
          form={form}
          selectedVariants={choices}
          onSelect={addChoice}
          currency={order.currency}
          order={order}
        />
        <OrderNewTotals form={form} selectedVariants={choices} order={order} />
        {form.isChanged && <ItemsPreview form={form} order={order} />}
      </CardStack>
    </EditForm>
  )
}

/** Shows the stock, the total and the balance that the order would have, and whether it is emailed. */
function ItemsPreview({ form, order }: { form: ContractForm<OrderFormValues>; order: Order }) {
  const { t } = useTranslation()
  const parsed = OrderItemsFormSchema.safeParse(form.values)
  return (
    <SectionCard title={t('order.change.preview')}>
      <EmailChoice sendsEmails={order.sendsEmails}>
        <SwitchField form={form} name="isNotified" label={t('order.change.notify')} />
      </EmailChoice>
      <ChangePreview
        form={form}
        order={order}
        change={parsed.data && { kind: 'editItems', ...toItemsEdit(parsed.data) }}
        error={parsed.error}
      />
    </SectionCard>
  )
}

/** Returns the variants of the lines as they are now, and those that were added. */
function useLineChoices(order: Order) {
  const [added, setAdded] = useState<ReturnType<typeof toLineChoices>>([])
  const variants = useSuspenseQuery(
    queryOptionsFor(orderItemsApi.listVariants, { params: { id: order._id } }),
  ).data
  return {
    choices: new Map(
      [...toLineChoices(order), ...variants, ...added].map(choice => [choice._id, choice]),
    ),
    addChoice: (choice: (typeof added)[number]) => setAdded([...added, choice]),
  }
}
