import { Button, Code, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type SavedReply,
  SavedReplyInput,
  savedReplyApi,
  savedReplyVariables,
} from '#contract/desk/saved-reply.ts'
import { useSaveRecord } from '../../lib/call/use-save-record.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { DetailDrawer } from '../../ui/dialog/record-drawer.tsx'
import { TextareaField, TextField } from '../../ui/field/text-field.tsx'
import { DrawerForm } from '../../ui/form/drawer-form.tsx'
import type { RecordFormProps } from '../../ui/form/open-record-form.tsx'
import { AddButton } from '../../ui/page/add-button.tsx'
import css from './saved-reply.module.css'

type Props = { dialog: DialogParam; replies: readonly SavedReply[] | undefined }

/** The saved replies of the store, or the form of one. */
export function SavedReplyDrawer({ dialog, replies }: Props) {
  if (!replies) return null
  const showList = () => dialog.open('list')
  if (dialog.value === 'new') return <SavedReplyForm record={undefined} onClose={showList} />
  const record = replies.find(({ _id }) => _id === dialog.value)
  return record ? (
    <SavedReplyForm key={record._id} record={record} onClose={showList} />
  ) : (
    <SavedReplyList dialog={dialog} replies={replies} />
  )
}

function SavedReplyList({
  dialog,
  replies,
}: {
  dialog: DialogParam
  replies: readonly SavedReply[]
}) {
  const { t } = useTranslation()
  return (
    <DetailDrawer title={t('savedReply.title')} onClose={dialog.close}>
      <Text c="dimmed">{t(replies.length > 0 ? 'savedReply.text' : 'savedReply.empty')}</Text>
      {replies.length > 0 && (
        <ul className={css.list}>
          {replies.map(({ _id, name, text }) => (
            <li key={_id}>
              <Button
                variant="subtle"
                color="gray"
                fullWidth
                justify="start"
                classNames={{ root: css.row ?? '', label: css.rowLabel ?? '' }}
                onClick={() => dialog.open(_id)}
              >
                <bdi className={css.name}>{name}</bdi>
                <span className={css.preview} dir="auto">
                  {text}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Group>
        <AddButton label={t('savedReply.add')} onClick={() => dialog.open('new')} />
      </Group>
    </DetailDrawer>
  )
}

function SavedReplyForm({ record, onClose }: RecordFormProps<SavedReply>) {
  const { t } = useTranslation()
  const form = useContractForm(SavedReplyInput, {
    values: { name: record?.name ?? '', text: record?.text ?? '' },
    can: 'conversation:write',
    onSave: useSaveRecord(savedReplyApi, record, onClose),
  })
  return (
    <DrawerForm
      form={form}
      title={record?.name ?? t('savedReply.add')}
      saveLabel={t(record ? 'ui.form.save' : 'savedReply.add')}
      onClose={onClose}
      deletion={
        record && {
          route: savedReplyApi.delete,
          id: record._id,
          label: t('savedReply.delete'),
          title: t('savedReply.deleteTitle', { name: record.name }),
          text: t('savedReply.deleteText'),
        }
      }
    >
      <TextField form={form} name="name" label={t('savedReply.name')} required />
      <TextareaField form={form} name="text" label={t('savedReply.reply')} rows={10} required />
      <div>
        <Text size="sm" c="dimmed">
          {t('savedReply.variables')}
        </Text>
        <ul className={css.variables}>
          {savedReplyVariables.map(variable => (
            <li key={variable}>
              <Code dir="ltr">{`{{${variable}}}`}</Code> {t(`savedReply.variable.${variable}`)}
            </li>
          ))}
        </ul>
      </div>
    </DrawerForm>
  )
}
