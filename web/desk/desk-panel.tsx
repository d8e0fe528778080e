import { lazy, Suspense } from 'react'
import type { DeskSubject } from '#contract/desk/desk.ts'
import { withLazyTexts } from '../lib/preference/i18n.ts'

const DeskCards = lazy(() =>
  withLazyTexts(import('./desk-cards.tsx').then(m => ({ default: m.DeskCards }))),
)

/**
 * What staff have to do about a record. The last part of a column, because it loads after the page and would
 * move what is below it.
 */
export function DeskPanel(record: { subject: DeskSubject; id: string }) {
  return (
    <Suspense>
      <DeskCards {...record} />
    </Suspense>
  )
}
