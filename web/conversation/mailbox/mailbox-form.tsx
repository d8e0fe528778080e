import { useTranslation } from 'react-i18next'
import {
  type Mailbox,
  MailboxEncryption,
  MailboxInput,
  mailboxApi,
  maxMailboxPort,
} from '#contract/store/mailbox.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField } from '../../ui/field/choice-field.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { DrawerForm } from '../../ui/form/drawer-form.tsx'

const usualPorts = { tls: 993, starttls: 143 }
const blank: MailboxInput = {
  server: '',
  port: usualPorts.tls,
  encryption: 'tls',
  username: '',
  password: '',
}

type Props = { mailbox: Mailbox | null; onClose: () => void }

/** Connects a mailbox. Its password is never shown again. */
export function MailboxForm({ mailbox, onClose }: Props) {
  const { t } = useTranslation()
  const connect = useRouteMutation(mailboxApi.connect)
  const { server, port, encryption, username } = mailbox ?? blank
  const form = useContractForm(MailboxInput, {
    values: { server, port, encryption, username, password: '' },
    can: 'business:write',
    onSave: async body => {
      await connect.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t(mailbox ? 'mailbox.edit' : 'mailbox.connect')}
      saveLabel={t('mailbox.connect')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="server"
        label={t('mailbox.server')}
        placeholder="imap.example.com"
        autoComplete="off"
        required
      />
      <SelectField
        form={form}
        name="encryption"
        label={t('mailbox.encryption')}
        options={MailboxEncryption.options.map(value => ({ value, label: value.toUpperCase() }))}
        onSelect={value =>
          form.setFieldValue('port', value === 'starttls' ? usualPorts.starttls : usualPorts.tls)
        }
        required
      />
      <NumberField
        form={form}
        name="port"
        label={t('mailbox.port')}
        min={1}
        max={maxMailboxPort}
        required
      />
      <TextField
        form={form}
        name="username"
        label={t('mailbox.username')}
        description={t('mailbox.usernameHint')}
        autoComplete="off"
        required
      />
      <PasswordField
        form={form}
        name="password"
        label={t('mailbox.password')}
        description={t('mailbox.passwordHint')}
        autoComplete="new-password"
        required
      />
    </DrawerForm>
  )
}
