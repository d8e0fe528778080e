import { Button, Group, Modal, Stack, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  known?: readonly string[] | undefined
  isBusy: boolean
  onApply: (change: { add: string[]; remove: string[] }) => void
  onClose: () => void
}

/** Tags to put on the chosen rows, and tags to take from them. */
export function BulkTags({ known = [], isBusy, onApply, onClose }: Props) {
  const { t } = useTranslation()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const shared = {
    description: t('ui.bulk.tagsHint'),
    maxTags: 20,
    maxLength: 40,
    data: [...known],
    acceptValueOnBlur: true,
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('ui.bulk.tagsTitle')}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="md">
        <TagsInput
          label={t('ui.bulk.addTags')}
          value={add}
          onChange={setAdd}
          data-autofocus
          {...shared}
        />
        <TagsInput
          label={t('ui.bulk.removeTags')}
          value={remove}
          onChange={setRemove}
          {...shared}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('ui.form.cancel')}
        </Button>
        <Button
          disabled={add.length + remove.length === 0}
          loading={isBusy}
          onClick={() => onApply({ add, remove })}
        >
          {t('ui.bulk.apply')}
        </Button>
      </Group>
    </Modal>
  )
}
