import { Button, CopyButton, Group, Modal } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/call/transfer.ts'
import { useSession } from '../../lib/session/session.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts'
import css from './two-step-setup.module.css'

/**
 * Shows the recovery codes once. Only the last button closes the dialog, so that neither a click
 * outside nor the Enter after the code in the previous dialog loses them.
 */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const email = useSession()?.email ?? ''
  useRestoreFocus()
  const codesText = codes.join('\n')
  const createTextFile = () =>
    new Blob([`${t('person.recoveryCodes.file', { email })}\n\n${codesText}\n`], {
      type: 'text/plain;charset=utf-8',
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('person.recoveryCodes.title')}
      size="md"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={css.hint}>{t('person.recoveryCodes.text')}</p>
      <ul className={css.recoveryCodes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={codesText}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.75} />}
              onClick={copy}
            >
              {t(copied ? 'ui.copied' : 'ui.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={() => saveFile('storewright-recovery-codes.txt', createTextFile())}
        >
          {t('person.recoveryCodes.download')}
        </Button>
      </Group>
      <DialogFooter>
        <Button onClick={onClose}>{t('person.recoveryCodes.done')}</Button>
      </DialogFooter>
    </Modal>
  )
}
