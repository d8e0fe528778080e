import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { CreateClaim, CreateReturn } from '#contract/order/order-input.ts'
import { claimReasons } from '#contract/order/order-state.ts'
import {
  claimWishes,
  type ReturnKind,
  returnReasons,
  returnWishes,
} from '#contract/order/return-state.ts'
import { listReplaceableUnits, listReturnableUnits } from '#contract/order/returnable-units.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { type ContractForm, useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { TextareaField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EmailChoice } from '../change/email-choice.tsx'
import css from '../change/order-change.module.css'
import { ChangePreview } from '../change/order-change-summary.tsx'
import { OrderUnitsRow } from '../change/order-units-row.tsx'
import { hasUnits, unitsMissing } from '../change/units-rule.ts'
import { useOrderMutation } from '../change/use-order-mutation.ts'

const ReturnForm = z
  .object({ change: z.discriminatedUnion('kind', [CreateReturn, CreateClaim]) })
  .refine(hasUnits, unitsMissing)
type ReturnFormValues = z.input<typeof ReturnForm>

const kinds = {
  return: {
    reasons: returnReasons,
    wishes: returnWishes,
    listUnits: listReturnableUnits,
    getChange: (lines: readonly Units[]) => ({
      kind: 'createReturn' as const,
      lines: lines.map(units => ({ ...units, quantity: 0, reason: 'unwanted' as const })),
      wish: 'refund' as const,
    }),
  },
  claim: {
    reasons: claimReasons,
    wishes: claimWishes,
    listUnits: listReplaceableUnits,
    getChange: (lines: readonly Units[]) => ({
      kind: 'createClaim' as const,
      lines: lines.map(units => ({ ...units, quantity: 0, reason: 'damaged' as const })),
      wish: 'replacement' as const,
    }),
  },
}
type Units = { line: string; quantity: number }

/** Creates a return or a claim that is accepted at once. */
export function CreateReturnDialog({
  order,
  kind,
  onClose,
}: {
  order: Order
  kind: ReturnKind
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const { listUnits, getChange, wishes } = kinds[kind]
  const returnable = listUnits(order).filter(({ quantity }) => quantity > 0)
  const form = useContractForm(ReturnForm, {
    values: {
      change: {
        ...getChange(returnable),
        status: 'accepted',
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
  const parsed = ReturnForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t(`returnDialog.${kind}.createTitle`, { number: order.number })}
      saveLabel={t(`returnDialog.${kind}.create`)}
      size="xl"
      onClose={onClose}
    >
      <div className={css.lines}>
        {returnable.map(({ line, quantity }, index) => (
          <ReturnLine
            key={line}
            form={form}
            kind={kind}
            index={index}
            line={order.lines.find(({ _id }) => _id === line)}
            returnable={quantity}
          />
        ))}
      </div>
      <SelectField
        form={form}
        name="change.wish"
        label={t('returnDialog.return.wish')}
        options={wishes.map(value => ({ value, label: t(`returnDialog.return.wishes.${value}`) }))}
      />
      <TextareaField form={form} name="change.reason" label={t('returnDialog.return.text')} />
      <TextareaField
        form={form}
        name="change.answer"
        label={t('returnDialog.return.answer')}
        description={t(
          order.sendsEmails ? 'returnDialog.return.answerHint' : 'returnDialog.return.answerOnPage',
        )}
      />
      <EmailChoice sendsEmails={order.sendsEmails}>
        <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      </EmailChoice>
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}

function ReturnLine({
  form,
  kind,
  index,
  line,
  returnable,
}: {
  form: ContractForm<ReturnFormValues>
  kind: ReturnKind
  index: number
  line: Order['lines'][number] | undefined
  returnable: number
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (!line) return null
  return (
    <OrderUnitsRow
      form={form}
      name={`change.lines.${index}.quantity`}
      line={line}
      max={returnable}
      maxLabel={
        kind === 'claim'
          ? t('returnDialog.claim.claimable', { n: format.number(returnable) })
          : t('returnDialog.return.returnable', { count: returnable })
      }
    >
      <SelectField
        form={form}
        name={`change.lines.${index}.reason`}
        label={t('returnDialog.return.reasonOf', { name: line.title })}
        hideLabel
        options={kinds[kind].reasons.map(value => ({
          value,
          label: t(`returnDialog.return.reasons.${value}`),
        }))}
      />
    </OrderUnitsRow>
  )
}
