import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi, ReceiveReturn } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { returnConditions } from '#contract/order/return-state.ts'
import { toOptions } from '../../lib/to-options.ts'
import { type ContractForm, useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EmailChoice } from '../change/email-choice.tsx'
import css from '../change/order-change.module.css'
import { ChangePreview } from '../change/order-change-summary.tsx'
import { OrderUnitsRow } from '../change/order-units-row.tsx'
import { hasUnits, unitsMissing } from '../change/units-rule.ts'
import { useOrderMutation } from '../change/use-order-mutation.ts'

const ReceiptForm = z.object({ change: ReceiveReturn }).refine(hasUnits, unitsMissing)
type ReceiptFormValues = z.input<typeof ReceiptForm>
type Props = { order: Order; orderReturn: OrderReturn; onClose: () => void }

/** Records the units of a return that arrived, by condition. The rest can follow later. */
export function ReceiveReturnDialog({ order, orderReturn, onClose }: Props) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const form = useContractForm(ReceiptForm, {
    values: getReceiptValues(orderReturn),
    onSave: async body => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { ...body, version: order.version },
      })
      onClose()
    },
  })
  const parsed = ReceiptForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t('orderReturn.receiveTitle', { number: orderReturn.number })}
      saveLabel={t('orderReturn.receive')}
      size="xl"
      onClose={onClose}
    >
      <div className={css.lines}>
        {listOpenLines(orderReturn).map(({ line, quantity }, index) => (
          <ReceiptLine
            key={line}
            form={form}
            index={index}
            line={order.lines.find(({ _id }) => _id === line)}
            open={quantity}
          />
        ))}
      </div>
      <EmailChoice sendsEmails={order.sendsEmails}>
        <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      </EmailChoice>
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}

const listOpenLines = ({ lines }: OrderReturn) =>
  lines
    .map(({ line, quantity, receivedQuantity, missingQuantity }) => ({
      line,
      quantity: quantity - receivedQuantity - missingQuantity,
    }))
    .filter(({ quantity }) => quantity > 0)

const getReceiptValues = (orderReturn: OrderReturn): ReceiptFormValues => ({
  change: {
    kind: 'receiveReturn',
    return: orderReturn._id,
    lines: listOpenLines(orderReturn).map(open => ({
      ...open,
      condition: 'good',
      isRestocked: true,
    })),
    isNotified: true,
  },
})

function ReceiptLine({
  form,
  index,
  line,
  open,
}: {
  form: ContractForm<ReceiptFormValues>
  index: number
  line: Order['lines'][number] | undefined
  open: number
}) {
  const { t } = useTranslation()
  if (!line) return null
  const name = `change.lines.${index}` as const
  return (
    <OrderUnitsRow
      form={form}
      name={`${name}.quantity`}
      line={line}
      max={open}
      maxLabel={t('orderReturn.left', { count: open })}
    >
      <SelectField
        form={form}
        name={`${name}.condition`}
        label={t('orderReturn.conditionOf', { name: line.title })}
        hideLabel
        options={toOptions(returnConditions, value => t(`orderReturn.conditions.${value}`))}
        // Damaged units are not for sale, unless the seller decides otherwise.
        onSelect={condition => form.setFieldValue(`${name}.isRestocked`, condition === 'good')}
      />
      {form.values.change.lines[index]?.condition !== 'missing' && (
        <div className={css.lineSwitch}>
          <SwitchField form={form} name={`${name}.isRestocked`} label={t('orderReturn.restock')} />
        </div>
      )}
    </OrderUnitsRow>
  )
}
