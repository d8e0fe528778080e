import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchIntent } from '../lib/navigation/intent.ts'
import { warmPage } from './warm-page.ts'
import type { PageLine } from './work-page.tsx'

/** Makes ready what somebody points at. */
export function LinkWarming({ lines }: { lines: readonly PageLine[] }) {
  const client = useQueryClient()
  useEffect(() => watchIntent(to => warmPage(lines, client, to)), [client, lines])
  return null
}
