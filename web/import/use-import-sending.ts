import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type ImportKind, importApi, maxImportBytes } from '#contract/import.ts'
import { ApiError } from '../lib/call/request.ts'
import { upload } from '../lib/call/transfer.ts'
import { addTransfer } from '../lib/call/transfer-list.ts'
import { toast } from '../lib/page/toast.ts'

/**
 * Sends one file and goes to its import; what the server says against it stays beside the place it was dropped. It is sent
 * on when somebody leaves the page, listed beside the bell, and then leads nobody away from what they do meanwhile.
 */
export function useImportSending(kind: ImportKind, maxMegabytes: number) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [sending, setSending] = useState<{ name: string; fraction: number }>()
  const [refusal, setRefusal] = useState('')
  const isHere = useRef(true)
  useEffect(function knowWhetherHere() {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function send(file: File | undefined) {
    if (!file || sending) return
    setRefusal(
      file.size > maxImportBytes
        ? t('import.drop.tooLarge', { name: file.name, max: maxMegabytes })
        : '',
    )
    if (file.size > maxImportBytes) return
    setSending({ name: file.name, fraction: 0 })
    const stopping = new AbortController()
    const transfer = addTransfer(() => stopping.abort(), file.name)
    const onProgress = (fraction: number) => {
      setSending({ name: file.name, fraction })
      transfer.told({ fraction })
    }
    try {
      const made = await upload(importApi.create, {
        files: [file],
        fields: { kind },
        onProgress,
        signal: stopping.signal,
      })
      void client.invalidateQueries({ queryKey: [importApi.list.feature, importApi.list.name] })
      if (isHere.current) await navigate(`/apps/import/${made._id}`)
    } catch (error) {
      if (stopping.signal.aborted) return
      if (isHere.current && error instanceof ApiError && error.problem.message)
        setRefusal(error.problem.message)
      else toast.unclaimed(error)
    } finally {
      transfer.ended()
      setSending(undefined)
    }
  }
  return { send, sending, refusal }
}
