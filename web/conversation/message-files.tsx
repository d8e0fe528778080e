import { Anchor } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type ConversationMessage, messageApi } from '#contract/desk/message.ts'
import { startDownload } from '../lib/call/transfer.ts'
import { useFormatters } from '../lib/formatters.ts'
import css from './message-content.module.css'

/** The files of an email. They are only ever downloaded, because strangers have sent them. */
export function MessageFiles({ message: { files, original } }: { message: ConversationMessage }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const omittedCount = original?.omittedFileCount ?? 0
  if (files.length === 0) return null
  return (
    <>
      <ul className={css.files} aria-label={t('conversation.files')}>
        {files.map(({ _id, name, contentType, bytes }) => (
          <li key={_id} className={css.file}>
            <IconPaperclip size={16} stroke={1.75} aria-hidden />
            <Anchor
              component="button"
              type="button"
              size="sm"
              className={css.fileName}
              aria-label={t('conversation.downloadFile', { name })}
              onClick={() => startDownload(messageApi.getFile, { params: { id: _id } }, name)}
            >
              <bdi>{name}</bdi>
            </Anchor>
            <span className={css.fileDetails}>
              <bdi>{contentType}</bdi> · {format.bytes(bytes)}
            </span>
          </li>
        ))}
      </ul>
      {omittedCount > 0 && (
        <p className={css.hint}>{t('conversation.omittedFiles', { count: omittedCount })}</p>
      )}
    </>
  )
}
