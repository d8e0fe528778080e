import { Button, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../lib/formatters.ts'
import { BusyButton } from '../ui/dialog/busy-button.tsx'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { useOpenDialog } from '../ui/dialog/use-open-dialog.ts'

type InputProps = { label: string; value: string[]; onChange: (value: string[]) => void }
type Props = {
  title: string
  /** The number of selected rows. */
  count: number
  /** Says which rows are skipped. */
  hint?: ReactNode
  addLabel: string
  removeLabel: string
  /** Renders the input of the values to add or to remove. */
  renderInput: (input: InputProps) => ReactNode
  isBusy: boolean
  onApply: (change: { add: string[]; remove: string[] }) => void
  onClose: () => void
}

/** A dialog that adds values to the selected rows and removes others. */
export function BulkChangeDialog({
  title,
  count,
  hint,
  addLabel,
  removeLabel,
  renderInput,
  isBusy,
  onApply,
  onClose,
}: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  return (
    <Modal {...useOpenDialog(onClose)} title={title} size="md">
      <Stack gap="md">
        <Text c="dimmed">{t('ui.list.selected', { count, n: format.number(count) })}</Text>
        {hint}
        {renderInput({ label: addLabel, value: add, onChange: setAdd })}
        {renderInput({ label: removeLabel, value: remove, onChange: setRemove })}
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('ui.form.cancel')}
        </Button>
        <BusyButton
          disabled={add.length + remove.length === 0}
          loading={isBusy}
          onClick={() => onApply({ add, remove })}
        >
          {t('ui.bulk.apply')}
        </BusyButton>
      </DialogFooter>
    </Modal>
  )
}

export type BulkChangeProps = Pick<Props, 'count' | 'hint' | 'isBusy' | 'onApply' | 'onClose'>
