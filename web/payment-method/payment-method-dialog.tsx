import { useTranslation } from 'react-i18next'
import { Reauthentication } from '#contract/account/account-security.ts'
import {
  ManualPaymentKind,
  type PaymentKind,
  type PaymentMethod,
  PaymentMethodInput,
  paymentMethodApi,
} from '#contract/payment/payment-method.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import { useStoreTexts } from '../store/use-store-texts.ts'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { BankAccountFields } from './bank-account-fields.tsx'
import css from './payment-method.module.css'

const MethodForm = PaymentMethodInput.omit({ kind: true }).extend(Reauthentication.shape)

/** A dialog for the name and the instructions of a payment method, with a preview. */
export function PaymentMethodDialog({
  kind,
  method,
  onClose,
}: {
  kind: PaymentKind
  method?: PaymentMethod
  onClose: () => void
}) {
  const { t } = useTranslation()
  const create = useRouteMutation(paymentMethodApi.create)
  const update = useRouteMutation(paymentMethodApi.update)
  const kindName = t(`paymentMethod.kind.${kind}.name`)
  const storeTexts = useStoreTexts()
  const defaultName = kind === 'other' ? '' : storeTexts(`paymentMethod.kind.${kind}.name`)
  const form = useContractForm(MethodForm, {
    values: {
      name: method?.name ?? defaultName,
      instructions: method?.instructions ?? '',
      ...(kind === 'bank_transfer' && {
        accountHolder: method?.accountHolder ?? '',
        iban: method?.iban ?? '',
        bic: method?.bic ?? '',
        transferReference: method?.transferReference ?? '',
      }),
      password: '',
      otp: undefined,
    },
    onSave: async body => {
      if (method)
        await update.mutateAsync({
          params: { id: method._id },
          body: { ...body, version: method.version },
        })
      else await create.mutateAsync({ body: { ...body, kind: ManualPaymentKind.parse(kind) } })
      onClose()
    },
  })
  const { name, instructions } = form.values
  return (
    <ModalForm
      form={form}
      title={
        method
          ? t('paymentMethod.editTitle', { name: method.name })
          : t('paymentMethod.addTitle', { name: kindName })
      }
      saveLabel={t(method ? 'paymentMethod.save' : 'paymentMethod.create')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t('paymentMethod.name')}
        required
        description={t('paymentMethod.nameHint')}
        {...(kind === 'other' && { placeholder: t('paymentMethod.namePlaceholder') })}
      />
      {kind === 'bank_transfer' && <BankAccountFields form={form} getFieldName={part => part} />}
      <TextareaField
        form={form}
        name="instructions"
        label={t('paymentMethod.instructions')}
        rows={4}
        description={t('paymentMethod.instructionsHint')}
        placeholder={t(`paymentMethod.kind.${kind}.placeholder`)}
      />
      <div className={css.preview}>
        <span className={css.previewTitle}>{t('paymentMethod.preview')}</span>
        <span className={css.previewName}>
          <span className={css.radio} aria-hidden />
          {name.trim() || kindName}
        </span>
        {instructions?.trim() && <p className={css.previewText}>{instructions}</p>}
      </div>
      <ReauthenticationFields
        form={form}
        getFieldName={part => part}
        description={t('paymentMethod.passwordHint')}
      />
    </ModalForm>
  )
}
