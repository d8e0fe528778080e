import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { importApi, maxImportBytes } from '#contract/import/import.ts'
import type { ImportKind } from '#contract/import/import-state.ts'
import { ApiError } from '../lib/call/request.ts'
import { uploadFile } from '../lib/call/transfer.ts'
import { startTransfer } from '../lib/call/transfer-store.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { toast } from '../lib/page/toast.ts'

/**
 * Uploads one file and opens its import. An error is shown beside the upload. The upload continues
 * when the user leaves the page, and then does not navigate when it ends.
 */
export function useImportUpload(kind: ImportKind, maxMegabytes: number) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ name: string; fraction: number }>()
  const [errorMessage, setErrorMessage] = useState('')
  const isMounted = useRef(true)
  useEffect(function trackMounted() {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  async function sendFile(file: File | undefined) {
    if (!file || progress) return
    setErrorMessage(
      file.size > maxImportBytes
        ? t('import.drop.tooLarge', { name: file.name, max: maxMegabytes })
        : '',
    )
    if (file.size > maxImportBytes) return
    setProgress({ name: file.name, fraction: 0 })
    const abortController = new AbortController()
    const transfer = startTransfer(() => abortController.abort(), file.name)
    const onProgress = (fraction: number) => {
      setProgress({ name: file.name, fraction })
      transfer.update({ fraction })
    }
    try {
      const createdImport = await uploadFile(importApi.create, {
        files: [file],
        fields: { kind },
        onProgress,
        signal: abortController.signal,
      })
      void client.invalidateQueries({ queryKey: [importApi.list.feature, importApi.list.name] })
      if (isMounted.current) await navigate(getRecordPath('import', createdImport._id))
    } catch (error) {
      if (abortController.signal.aborted) return
      if (isMounted.current && error instanceof ApiError && error.problem.message)
        setErrorMessage(error.problem.message)
      else toast.errorUnlessHandled(error)
    } finally {
      transfer.finish()
      setProgress(undefined)
    }
  }
  return { sendFile, progress, errorMessage }
}
