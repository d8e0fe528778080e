import { ActionIcon, Button, FileButton } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Conversation, conversationApi } from '#contract/desk/conversation.ts'
import { draftFileApi } from '#contract/desk/draft-file.ts'
import { attachmentTypes } from '#contract/lib/attachment.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { uploadFile } from '../../lib/call/transfer.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toast } from '../../lib/page/toast.ts'
import { createRandomId } from '../../lib/random-id.ts'
import css from './draft-files.module.css'

/** Attaches files to the unsent reply, one after the other. */
export function useDraftFiles({ _id: id, draftFiles }: Conversation) {
  const client = useQueryClient()
  const [isUploading, setUploading] = useState(false)
  const remove = useRouteMutation(draftFileApi.deleteDraftFile)
  const { queryKey } = queryOptionsFor(conversationApi.get, { params: { id } })
  async function attach(files: readonly File[]) {
    if (files.length === 0) return
    setUploading(true)
    for (const file of files)
      await uploadFile(draftFileApi.addDraftFile, { params: { id }, files: [file] }).then(
        stored =>
          client.setQueryData(queryKey, current => current && { ...current, draftFiles: stored }),
        error => toast.errorUnlessHandled(error),
      )
    setUploading(false)
  }
  return {
    files: draftFiles,
    isUploading,
    attach,
    remove: (fileId: string) => remove.mutate({ params: { id: fileId } }),
  }
}
export type DraftFiles = ReturnType<typeof useDraftFiles>

/** The files of a new message, which are sent with it. */
export function useNewFiles(): DraftFiles & { selectedFiles: readonly File[] } {
  const [selectedFiles, setSelectedFiles] = useState<{ file: File; id: string }[]>([])
  return {
    selectedFiles: selectedFiles.map(({ file }) => file),
    files: selectedFiles.map(({ file: { name, type, size }, id }) => ({
      _id: id,
      name,
      contentType: type,
      bytes: size,
    })),
    isUploading: false,
    attach: async added =>
      setSelectedFiles([...selectedFiles, ...added.map(file => ({ file, id: createRandomId() }))]),
    remove: removed => setSelectedFiles(selectedFiles.filter(({ id }) => id !== removed)),
  }
}

export function AttachButton({ files: { isUploading, attach } }: { files: DraftFiles }) {
  const { t } = useTranslation()
  return (
    <FileButton
      multiple
      accept={[...attachmentTypes, '.csv'].join(',')}
      onChange={files => void attach(files)}
    >
      {props => (
        <Button
          {...props}
          variant="default"
          loading={isUploading}
          leftSection={<IconPaperclip size={16} stroke={1.75} />}
        >
          {t('conversation.attach')}
        </Button>
      )}
    </FileButton>
  )
}

/** The files of the unsent reply. */
export function DraftFileList({ files: { files, remove } }: { files: DraftFiles }) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (files.length === 0) return null
  return (
    <ul className={css.files} aria-label={t('conversation.attachedFiles')}>
      {files.map(({ _id, name, bytes }) => (
        <li key={_id} className={css.file}>
          <IconPaperclip size={16} stroke={1.75} aria-hidden />
          <bdi className={css.name}>{name}</bdi>
          <span className={css.size}>{format.bytes(bytes)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('conversation.removeFile', { name })}
            onClick={() => remove(_id)}
          >
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
