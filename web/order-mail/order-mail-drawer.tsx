import { Button, Group, Select } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '#contract/lib/text/languages.ts'
import {
  type OrderMail,
  OrderMailTemplate,
  orderMailApi,
  orderMailVariables,
} from '#contract/order/order-mail.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import css from './order-mail.module.css'
import { OrderMailPreview } from './order-mail-preview.tsx'

type MailText = OrderMail['texts'][number]

/** The texts of an email in one language of the store, with a preview. */
export function OrderMailDrawer({ mail, onClose }: { mail: OrderMail; onClose: () => void }) {
  const [language, setLanguage] = useState(mail.texts[0]?.language)
  const [resetCount, setResetCount] = useState(0)
  const text = mail.texts.find(candidate => candidate.language === language)
  return text ? (
    <MailForm
      // Default texts replace those in the form.
      key={`${text.language} ${resetCount}`}
      mail={mail}
      text={text}
      onLanguage={setLanguage}
      onReset={() => setResetCount(count => count + 1)}
      onClose={onClose}
    />
  ) : null
}

type FormProps = {
  mail: OrderMail
  text: MailText
  onLanguage: (language: MailText['language']) => void
  onReset: () => void
  onClose: () => void
}

function MailForm({ mail, text, onLanguage, onReset, onClose }: FormProps) {
  const { t } = useTranslation()
  const canWrite = useHasPermission()('business:write')
  const update = useRouteMutation(orderMailApi.update)
  const { language, template } = text
  const { kind } = mail
  const form = useContractForm(OrderMailTemplate, {
    values: template,
    can: 'business:write',
    onSave: body => update.mutateAsync({ body: { ...body, kind, language } }),
  })
  return (
    <DrawerForm
      form={form}
      title={t(`orderMail.kind.${kind}`)}
      saveLabel={t('orderMail.save')}
      onClose={onClose}
      footerStart={
        text.isChanged && canWrite && <ResetButton mail={mail} text={text} onReset={onReset} />
      }
    >
      {mail.texts.length > 1 && (
        <Select
          label={t('orderMail.language')}
          data={languages
            .filter(({ code }) => mail.texts.some(other => other.language === code))
            .map(({ code, name }) => ({ value: code, label: name }))}
          value={language}
          allowDeselect={false}
          disabled={form.isChanged}
          onChange={code => {
            const next = mail.texts.find(other => other.language === code)
            if (next) onLanguage(next.language)
          }}
        />
      )}
      <TextField form={form} name="subject" label={t('orderMail.subject')} required />
      <TextField form={form} name="heading" label={t('orderMail.heading')} required />
      <TextareaField
        form={form}
        name="text"
        label={t('orderMail.text')}
        description={t('orderMail.textHint')}
        required
        rows={5}
      />
      <TextField form={form} name="button" label={t('orderMail.button')} required />
      <Variables />
      <OrderMailPreview mail={{ ...form.values, kind, language }} />
      {canWrite && <TestButton mail={{ ...form.values, kind, language }} />}
    </DrawerForm>
  )
}

function Variables() {
  const { t } = useTranslation()
  return (
    <dl className={css.variables} aria-label={t('orderMail.variables')}>
      {orderMailVariables.map(name => (
        <div key={name} style={{ display: 'contents' }}>
          <dt dir="ltr">{`{{${name}}}`}</dt>
          <dd>{t(`orderMail.variable.${name}`)}</dd>
        </div>
      ))}
    </dl>
  )
}

type TestMail = OrderMailTemplate & Pick<OrderMail, 'kind'> & Pick<MailText, 'language'>

function TestButton({ mail }: { mail: TestMail }) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderMailApi.sendTest, { hasErrorToast: true })
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconSend size={16} stroke={1.75} />}
        loading={send.isPending}
        onClick={() => send.mutate({ body: mail })}
      >
        {t('orderMail.sendTest')}
      </Button>
    </Group>
  )
}

function ResetButton({
  mail: { kind },
  text: { language },
  onReset,
}: Pick<FormProps, 'mail' | 'text' | 'onReset'>) {
  const { t } = useTranslation()
  const reset = useRouteMutation(orderMailApi.reset)
  return (
    <ConfirmButton
      variant="subtle"
      color="red"
      label={t('orderMail.reset')}
      title={t('orderMail.resetTitle', { name: t(`orderMail.kind.${kind}`) })}
      isBusy={reset.isPending}
      onConfirm={() => reset.mutate({ body: { kind, language } }, { onSuccess: onReset })}
    >
      {t('orderMail.resetText')}
    </ConfirmButton>
  )
}
