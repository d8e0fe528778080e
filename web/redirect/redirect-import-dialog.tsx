import { Alert, Button, FileInput, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RedirectImportReply, redirectApi } from '#contract/redirect.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { translateError } from '../lib/call/translate-server-message.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useRestoreFocus } from '../ui/page/use-restore-focus.ts'
import css from './redirect.module.css'

/** A dialog that imports redirects from a CSV file and reports lines with a problem. */
export function RedirectImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const importFile = useRouteMutation(redirectApi.import)
  useRestoreFocus()
  const start = async () => {
    if (file) importFile.mutate({ body: { csv: await file.text() } })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('redirect.import.title')}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {importFile.data ? (
        <ImportResult result={importFile.data} />
      ) : (
        <Stack gap="md">
          {importFile.isError && (
            <Alert color="red" role="alert">
              {importFile.error.problem.errors?.[0]?.message ?? importFile.error.message}
            </Alert>
          )}
          <p className={css.summary}>{t('redirect.import.text')}</p>
          <FileInput
            label={t('redirect.import.file')}
            placeholder={t('redirect.import.choose')}
            accept=".csv,.tsv,.txt,text/csv"
            value={file}
            onChange={setFile}
          />
        </Stack>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        {importFile.data ? (
          <Button onClick={onClose}>{t('redirect.import.close')}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t('ui.form.cancel')}
            </Button>
            <Button loading={importFile.isPending} disabled={!file} onClick={() => void start()}>
              {t('redirect.import.submit')}
            </Button>
          </>
        )}
      </Group>
    </Modal>
  )
}

function ImportResult({ result }: { result: RedirectImportReply }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { created, updated, failed, problems } = result
  return (
    <div role="status">
      <p className={css.summary}>
        {t('redirect.import.done', {
          created: format.number(created),
          updated: format.number(updated),
        })}
      </p>
      {failed > 0 && (
        <Alert color="yellow" mt="sm">
          <strong>{t('redirect.import.failed', { count: failed })}</strong>
          <ul className={css.problems}>
            {problems.map(problem => (
              <li key={problem.line}>
                <span className={css.line}>
                  {t('redirect.import.line', { line: format.number(problem.line) })}
                </span>
                {translateError(problem)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}
