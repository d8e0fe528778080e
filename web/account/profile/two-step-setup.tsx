import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { accountSecurityApi, type TwoStepSetup } from '#contract/account-security.ts'
import { useSend } from '../../lib/call/api.ts'
import { useFocusBack } from '../../ui/page/use-focus-back.ts'
import { CodeForm } from '../login/code-form.tsx'
import css from '../login/two-steps.module.css'
import { CopyText } from './copy-text.tsx'
import { QrCode } from './qr-code.tsx'

type Props = {
  setup: z.infer<typeof TwoStepSetup>
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** The secret goes into an app by its picture or by hand, and a code of that app proves that it is there. */
export function TwoStepSetupDialog({ setup, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const confirm = useSend(accountSecurityApi.confirmTwoStep)
  useFocusBack()
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
          <p className={css.hint}>{t('person.twoStep.byHand')}</p>
          <CopyText
            text={setup.secret}
            shown={setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
            label={t('person.twoStep.copySecret')}
          />
        </li>
        <li>
          <p>{t('person.twoStep.enter')}</p>
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
                <Button type="submit" loading={isSending}>
                  {t('person.twoStep.confirm')}
                </Button>
              </Group>
            )}
          </CodeForm>
        </li>
      </ol>
    </Modal>
  )
}
