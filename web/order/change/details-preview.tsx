import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { OrderEdit } from '#contract/order/order-input.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { EmailChoice } from './email-choice.tsx'
import { OrderChangeSummary } from './order-change-summary.tsx'
import { useChangePreview } from './use-change-preview.ts'

type Props = { form: ContractForm<z.input<typeof OrderEdit>>; order: Order }

/** Previews other details of an order, whose taxes can follow, with the choice of an email about them. */
export function DetailsPreview({ form, order }: Props) {
  const { t } = useTranslation()
  const { data, error } = OrderEdit.safeParse(form.values)
  const { version: _, ...details } = data ?? {}
  const effect = useChangePreview({
    form,
    order,
    change: data && { kind: 'editDetails', ...details },
    error,
  })
  // An order without an email address can get one.
  const { sendsEmails } = effect.preview?.order ?? order
  return (
    <>
      <EmailChoice sendsEmails={sendsEmails}>
        <SwitchField form={form} name="isNotified" label={t('order.change.notify')} />
      </EmailChoice>
      <OrderChangeSummary order={order} effect={effect} />
    </>
  )
}
