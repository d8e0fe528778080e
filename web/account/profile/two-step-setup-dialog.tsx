import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { accountSecurityApi, type TwoStepSetup } from '#contract/account/account-security.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { BusyButton } from '../../ui/dialog/busy-button.tsx'
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts'
import { CodeForm } from '../login/code-form.tsx'
import { CopyableCode } from './copyable-code.tsx'
import { QrCode } from './qr-code.tsx'
import css from './two-step-setup.module.css'

type Props = {
  setup: z.infer<typeof TwoStepSetup>
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Shows the secret as QR code and text, and confirms the setup with a code from the app. */
export function TwoStepSetupDialog({ setup, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const confirm = useRouteMutation(accountSecurityApi.confirmTwoStep)
  useRestoreFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('person.twoStep.setup')}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <ol className={css.steps}>
        <li>
          <p>{t('person.twoStep.scan')}</p>
          <QrCode text={setup.uri} label={t('person.twoStep.qr')} />
          <p className={css.hint}>{t('person.twoStep.manualEntry')}</p>
          <CopyableCode
            text={setup.secret}
            displayText={setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
            label={t('person.twoStep.copySecret')}
          />
        </li>
        <li>
          <p>{t('person.twoStep.enterCode')}</p>
          <CodeForm
            onSend={async code =>
              onDone((await confirm.mutateAsync({ body: { code } })).recoveryCodes)
            }
          >
            {isSending => (
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={onClose}>
                  {t('ui.form.cancel')}
                </Button>
                <BusyButton type="submit" loading={isSending}>
                  {t('person.twoStep.confirm')}
                </BusyButton>
              </Group>
            )}
          </CodeForm>
        </li>
      </ol>
    </Modal>
  )
}
