import { lazy, Suspense } from 'react'
import type { DeskSubject } from '#contract/desk/desk.ts'
import { withLazyTexts } from '../lib/preference/i18n.ts'
import { CardStack } from '../ui/form/edit-form.tsx'
import css from './desk-panel.module.css'

const DeskCards = lazy(() =>
  withLazyTexts(import('./desk-cards.tsx').then(m => ({ default: m.DeskCards }))),
)

/**
 * What staff have to do about a record. The last part of a column, because it loads after the page and would
 * move what is below it.
 */
export function DeskPanel(record: { subject: DeskSubject; id: string }) {
  return (
    <div className={css.panel}>
      <CardStack>
        <Suspense fallback={<div aria-busy />}>
          <DeskCards {...record} />
        </Suspense>
      </CardStack>
    </div>
  )
}
