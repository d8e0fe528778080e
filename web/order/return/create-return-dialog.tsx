import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { CreateReturn, orderChangeApi } from '#contract/order/order-change.ts'
import { returnReasons, returnWishes } from '#contract/order/return-state.ts'
import { listReturnableUnits } from '#contract/order/returnable-units.ts'
import { type ContractForm, useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { TextareaField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import css from '../change/order-change.module.css'
import { ChangePreview } from '../change/order-change-summary.tsx'
import { OrderUnitsRow } from '../change/order-units-row.tsx'
import { useOrderMutation } from '../change/use-order-mutation.ts'

const ReturnForm = z.object({ change: CreateReturn })
type ReturnFormValues = z.input<typeof ReturnForm>

/** Creates a return that is accepted at once. */
export function CreateReturnDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const returnable = listReturnableUnits(order).filter(({ quantity }) => quantity > 0)
  const form = useContractForm(ReturnForm, {
    values: {
      change: {
        kind: 'createReturn',
        status: 'accepted',
        lines: returnable.map(({ line }) => ({ line, quantity: 0, reason: 'unwanted' as const })),
        wish: 'refund',
        reason: '',
        answer: '',
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
  return (
    <ModalForm
      form={form}
      title={t('order.return.createTitle', { number: order.number })}
      saveLabel={t('order.return.create')}
      size="xl"
      onClose={onClose}
    >
      <div className={css.lines}>
        {returnable.map(({ line, quantity }, index) => (
          <ReturnLine
            key={line}
            form={form}
            index={index}
            line={order.lines.find(({ _id }) => _id === line)}
            returnable={quantity}
          />
        ))}
      </div>
      <SelectField
        form={form}
        name="change.wish"
        label={t('order.return.wish')}
        options={returnWishes.map(value => ({ value, label: t(`order.return.wishes.${value}`) }))}
      />
      <TextareaField form={form} name="change.reason" label={t('order.return.text')} />
      <TextareaField
        form={form}
        name="change.answer"
        label={t('order.return.answer')}
        description={t('order.return.answerHint')}
      />
      <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      <ChangePreview order={order} change={ReturnForm.safeParse(form.values).data?.change} />
    </ModalForm>
  )
}

function ReturnLine({
  form,
  index,
  line,
  returnable,
}: {
  form: ContractForm<ReturnFormValues>
  index: number
  line: Order['lines'][number] | undefined
  returnable: number
}) {
  const { t } = useTranslation()
  if (!line) return null
  return (
    <OrderUnitsRow
      form={form}
      name={`change.lines.${index}.quantity`}
      line={line}
      max={returnable}
      maxLabel={t('order.return.returnable', { count: returnable })}
    >
      <SelectField
        form={form}
        name={`change.lines.${index}.reason`}
        label={t('order.return.reasonOf', { name: line.title })}
        hideLabel
        options={returnReasons.map(value => ({ value, label: t(`order.return.reasons.${value}`) }))}
      />
    </OrderUnitsRow>
  )
}
