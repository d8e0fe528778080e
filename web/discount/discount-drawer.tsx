import { useTranslation } from 'react-i18next'
import { type Discount, DiscountClass, discountApi } from '#contract/product/discount.ts'
import { useSaveRecord } from '../lib/call/use-save-record.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { toOptions } from '../lib/to-options.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { MultiSelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import type { RecordFormProps } from '../ui/form/open-record-form.tsx'
import { DiscountCodes } from './discount-codes.tsx'
import { DiscountForm, emptyDiscount, toDiscountValues } from './discount-form.ts'
import { DiscountConditions, DiscountLimits } from './discount-limits.tsx'
import { DiscountReportTiles } from './discount-report-tiles.tsx'
import { DiscountValueFields } from './discount-value-fields.tsx'

/** The form of a new or existing discount. */
export function DiscountDrawer({ record: discount, onClose }: RecordFormProps<Discount>) {
  const { t } = useTranslation()
  const can = useHasPermission()
  const save = useSaveRecord(discountApi, discount, onClose)
  const form = useContractForm(DiscountForm, {
    values: discount ? toDiscountValues(discount) : emptyDiscount,
    can: 'product:write',
    onSave: ({ startsAt, ...values }) => save({ ...values, ...(startsAt && { startsAt }) }),
  })
  return (
    <DrawerForm
      form={form}
      title={discount ? t('discount.edit', { name: discount.name }) : t('discount.add')}
      saveLabel={t(discount ? 'discount.save' : 'discount.add')}
      onClose={onClose}
      deletion={
        discount && {
          route: discountApi.delete,
          id: discount._id,
          label: t('discount.delete'),
          title: t('discount.deleteTitle', { name: discount.name }),
          text: t('discount.deleteText'),
        }
      }
    >
      {discount && can('order:read') && <DiscountReportTiles id={discount._id} />}
      <TextField
        form={form}
        name="name"
        label={t('discount.name')}
        description={t('discount.nameHint')}
        required
      />
      {!discount?.codeCount && (
        <TextField
          form={form}
          name="code"
          label={t('discount.code')}
          description={t('discount.codeHint')}
          placeholder="SPRING10"
          autoComplete="off"
        />
      )}
      {discount && discount.code === '' && <DiscountCodes discount={discount} />}
      <DiscountValueFields form={form} />
      <DiscountConditions form={form} />
      <DiscountLimits form={form} />
      <MultiSelectField
        form={form}
        name="combinesWith"
        label={t('discount.combinesWith')}
        description={t('discount.combinesWithHint')}
        options={toOptions(DiscountClass.options, value => t(`discount.classes.${value}`))}
      />
      <SwitchField form={form} name="isActive" label={t('discount.isActive')} />
    </DrawerForm>
  )
}
