import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi, ReplaceUnits } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { claimReasons } from '#contract/order/order-state.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toOptions } from '../../lib/to-options.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EmailChoice } from '../change/email-choice.tsx'
import css from '../change/order-change.module.css'
import { ChangePreview } from '../change/order-change-summary.tsx'
import { OrderUnitsRow } from '../change/order-units-row.tsx'
import { hasUnits, unitsMissing } from '../change/units-rule.ts'
import { listReplaceableLines } from './replaceable-lines.ts'

const ReplacementForm = z.object({ change: ReplaceUnits }).refine(hasUnits, unitsMissing)

/** Sends units again that were broken, wrong or lost, and settles their claim. */
export function ReplaceUnitsDialog({
  order,
  claim,
  onClose,
}: {
  order: Order
  claim?: OrderReturn
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const send = useRouteMutation(orderChangeApi.applyChange)
  const lines = listReplaceableLines(order, claim)
  const claimedReason = claim?.lines[0]?.reason
  const form = useContractForm(ReplacementForm, {
    values: {
      change: {
        kind: 'replaceUnits',
        ...(claim && { return: claim._id }),
        lines: lines.map(({ _id, replaceable }) => ({
          line: _id,
          quantity: claim ? replaceable : 0,
        })),
        reason: claimReasons.find(reason => reason === claimedReason) ?? 'damaged',
        note: '',
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
  const parsed = ReplacementForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t('returnDialog.claim.title', { number: order.number })}
      saveLabel={t('returnDialog.claim.save')}
      size="xl"
      onClose={onClose}
    >
      <div className={css.lines}>
        {lines.map((line, index) => (
          <OrderUnitsRow
            key={line._id}
            form={form}
            name={`change.lines.${index}.quantity`}
            line={line}
            max={line.replaceable}
            maxLabel={t('returnDialog.claim.replaceable', { n: format.number(line.replaceable) })}
          />
        ))}
      </div>
      <SelectField
        form={form}
        name="change.reason"
        label={t('order.transition.reason')}
        options={toOptions(claimReasons, value => t(`order.change.refundReason.${value}`))}
      />
      <TextField form={form} name="change.note" label={t('order.transition.note')} />
      {/* The new order sends emails even if this one, for example an imported one, sends none. */}
      <EmailChoice sendsEmails={order.customer.email !== ''}>
        <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      </EmailChoice>
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}
