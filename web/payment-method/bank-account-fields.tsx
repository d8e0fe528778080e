import { useTranslation } from 'react-i18next'
import type { BankAccount } from '#contract/payment/payment-method.ts'
import type { FieldName, FieldProps } from '../ui/field/form-field.ts'
import { TextField } from '../ui/field/text-field.tsx'
import css from './payment-method.module.css'

type Props<V extends Record<string, unknown>> = {
  form: FieldProps<V>['form']
  /** Returns the field name of a part: `part => part`. */
  getFieldName: (part: keyof BankAccount) => FieldName<V>
}

/** The account that shoppers transfer money to. */
export function BankAccountFields<V extends Record<string, unknown>>({
  form,
  getFieldName,
}: Props<V>) {
  const { t } = useTranslation()
  return (
    <fieldset className={css.account}>
      <legend>{t('paymentMethod.bankAccount')}</legend>
      <p>{t('paymentMethod.bankAccountHint')}</p>
      <TextField
        form={form}
        name={getFieldName('accountHolder')}
        label={t('paymentMethod.accountHolder')}
      />
      <div className={css.accountNumbers}>
        <TextField
          form={form}
          name={getFieldName('iban')}
          label={t('paymentMethod.iban')}
          autoComplete="off"
        />
        <TextField
          form={form}
          name={getFieldName('bic')}
          label={t('paymentMethod.bic')}
          autoComplete="off"
        />
      </div>
      <TextField
        form={form}
        name={getFieldName('transferReference')}
        label={t('paymentMethod.transferReference')}
        description={t('paymentMethod.transferReferenceHint', { variable: '{{order_number}}' })}
        placeholder="{{order_number}}"
      />
    </fieldset>
  )
}
