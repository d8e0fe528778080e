import { Button, Group, Modal, Stack, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tagChangeFields } from '#contract/lib/call/bulk.ts'
import { getMaxItems, getMaxLength } from '#contract/lib/schema-values.ts'

type Props = {
  suggestions?: readonly string[] | undefined
  isBusy: boolean
  onApply: (change: { add: string[]; remove: string[] }) => void
  onClose: () => void
}

/** A dialog that adds tags to the selected rows and removes others. */
export function BulkTagsDialog({ suggestions = [], isBusy, onApply, onClose }: Props) {
  const { t } = useTranslation()
  const [tagsToAdd, setTagsToAdd] = useState<string[]>([])
  const [tagsToRemove, setTagsToRemove] = useState<string[]>([])
  const sharedProps = {
    description: t('ui.bulk.tagsHint'),
    maxTags: getMaxItems(tagChangeFields.add),
    maxLength: getMaxLength(tagChangeFields.add.unwrap().element),
    data: [...suggestions],
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
          value={tagsToAdd}
          onChange={setTagsToAdd}
          data-autofocus
          {...sharedProps}
        />
        <TagsInput
          label={t('ui.bulk.removeTags')}
          value={tagsToRemove}
          onChange={setTagsToRemove}
          {...sharedProps}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('ui.form.cancel')}
        </Button>
        <Button
          disabled={tagsToAdd.length + tagsToRemove.length === 0}
          loading={isBusy}
          onClick={() => onApply({ add: tagsToAdd, remove: tagsToRemove })}
        >
          {t('ui.bulk.apply')}
        </Button>
      </Group>
    </Modal>
  )
}
