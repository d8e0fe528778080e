import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { listOpenUnits } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import { CreateParcel, orderChangeApi } from '#contract/order/order-change.ts'
import { toOptions } from '../../lib/to-options.ts'
import { type ContractForm, useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EmailChoice } from './email-choice.tsx'
import css from './order-change.module.css'
import { ChangePreview } from './order-change-summary.tsx'
import { OrderParcelFields } from './order-parcel-fields.tsx'
import { OrderTrackingFields } from './order-tracking-fields.tsx'
import { OrderUnitsRow } from './order-units-row.tsx'
import { hasUnits, unitsMissing } from './units-rule.ts'
import { UnpaidParcelAlert } from './unpaid-parcel-alert.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

const ParcelForm = z.object({ change: CreateParcel }).refine(hasUnits, unitsMissing)
type ParcelFormValues = z.input<typeof ParcelForm>

/** Puts units of an order into a parcel, which is shipped now or later. */
export function OrderParcelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const form = useContractForm(ParcelForm, {
    values: getParcelValues(order),
    onSave: async body => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { ...body, version: order.version },
      })
      onClose()
    },
  })
  const isShipped = form.values.change.status === 'shipped'
  const parsed = ParcelForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t('parcel.title', { number: order.number })}
      saveLabel={t(isShipped ? 'parcel.fulfill' : 'parcel.pack')}
      size="xl"
      onClose={onClose}
    >
      <UnpaidParcelAlert order={order} />
      <ParcelLines form={form} order={order} />
      <OrderTrackingFields
        form={form}
        tracking={form.values.change.tracking}
        getFieldName={part => `change.tracking.${part}`}
      />
      <OrderParcelFields
        form={form}
        currency={order.currency}
        getFieldName={part => `change.${part}`}
      />
      <SelectField
        form={form}
        name="change.status"
        label={t('parcel.when')}
        options={toOptions(['shipped', 'packed'] as const, value => t(`parcel.status.${value}`))}
      />
      {isShipped && (
        <EmailChoice sendsEmails={order.sendsEmails}>
          <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
        </EmailChoice>
      )}
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}

const getParcelValues = (order: Order): ParcelFormValues => ({
  change: {
    kind: 'createParcel',
    status: 'shipped',
    lines: listOpenUnits(order),
    tracking: { carrier: '', number: '', url: '' },
    service: '',
    box: '',
    weight: null,
    postage: null,
    note: '',
    isNotified: true,
  },
})

function ParcelLines({ form, order }: { form: ContractForm<ParcelFormValues>; order: Order }) {
  const { t } = useTranslation()
  return (
    <div className={css.lines}>
      {listOpenUnits(order).map((open, index) => {
        const line = order.lines.find(({ _id }) => _id === open.line)
        return (
          line && (
            <OrderUnitsRow
              key={line._id}
              form={form}
              name={`change.lines.${index}.quantity`}
              line={line}
              max={open.quantity}
              maxLabel={t('parcel.open', { count: open.quantity })}
            />
          )
        )
      })}
    </div>
  )
}
