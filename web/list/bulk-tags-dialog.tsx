import { TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { tagChangeFields } from '#contract/lib/call/bulk.ts'
import { getMaxItems, getMaxLength } from '#contract/lib/schema-values.ts'
import { BulkChangeDialog, type BulkChangeProps } from './bulk-change-dialog.tsx'

type Props = BulkChangeProps & { suggestions?: readonly string[] | undefined }

/** A dialog that adds tags to the selected rows and removes others. */
export function BulkTagsDialog({ suggestions = [], ...dialog }: Props) {
  const { t } = useTranslation()
  return (
    <BulkChangeDialog
      title={t('ui.bulk.tagsTitle')}
      addLabel={t('ui.bulk.addTags')}
      removeLabel={t('ui.bulk.removeTags')}
      renderInput={input => (
        <TagsInput
          {...input}
          description={t('ui.bulk.tagsHint')}
          maxTags={getMaxItems(tagChangeFields.add)}
          maxLength={getMaxLength(tagChangeFields.add.unwrap().element)}
          data={[...suggestions]}
          acceptValueOnBlur
          // The first of the two inputs gets the focus.
          data-autofocus
        />
      )}
      {...dialog}
    />
  )
}
