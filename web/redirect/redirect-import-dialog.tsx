import { Alert, Button, FileInput, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RedirectImportReply, redirectApi } from '#contract/cms/redirect.ts'
import type { ImportEncoding } from '#contract/lib/text/import-encoding.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { ApiError } from '../lib/call/request.ts'
import { translateError } from '../lib/call/translate-server-message.ts'
import { useFormatters } from '../lib/formatters.ts'
import { BusyButton } from '../ui/dialog/busy-button.tsx'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { useRestoreFocus } from '../ui/dialog/use-restore-focus.ts'
import { EncodingChoice } from '../ui/field/encoding-choice.tsx'
import { decodeRedirects, readRedirectFile } from './read-redirect-file.ts'
import css from './redirect.module.css'

/** A dialog that imports redirects from a CSV file and reports lines with a problem. */
export function RedirectImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [chosenEncoding, setChosenEncoding] = useState<ImportEncoding>()
  const text = useMutation({ mutationFn: readRedirectFile })
  const importFile = useRouteMutation(redirectApi.import)
  useRestoreFocus()
  const encoding = chosenEncoding ?? text.data?.encoding ?? 'utf-8'
  const error = text.error ?? importFile.error
  function chooseFile(newFile: File | null) {
    setFile(newFile)
    setChosenEncoding(undefined)
    importFile.reset()
    if (newFile) text.mutate(newFile)
    else text.reset()
  }
  const start = () => {
    if (text.data) importFile.mutate({ body: { csv: decodeRedirects(text.data.bytes, encoding) } })
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
          {error && (
            <Alert color="red" role="alert">
              {(error instanceof ApiError && error.problem.errors?.[0]?.message) || error.message}
            </Alert>
          )}
          <p className={css.summary}>{t('redirect.import.text')}</p>
          <FileInput
            label={t('redirect.import.file')}
            placeholder={t('redirect.import.choose')}
            accept=".csv,.tsv,.txt,text/csv"
            value={file}
            onChange={chooseFile}
          />
          {text.data && text.data.samples.length > 0 && (
            <>
              <p className={css.summary}>{t('importEncoding.hint')}</p>
              <EncodingChoice
                encoding={encoding}
                samples={text.data.samples}
                onChange={setChosenEncoding}
              />
            </>
          )}
        </Stack>
      )}
      <DialogFooter>
        {importFile.data ? (
          <Button onClick={onClose}>{t('redirect.import.close')}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t('ui.form.cancel')}
            </Button>
            <BusyButton
              loading={importFile.isPending || text.isPending}
              disabled={!text.data}
              onClick={start}
            >
              {t('redirect.import.submit')}
            </BusyButton>
          </>
        )}
      </DialogFooter>
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
