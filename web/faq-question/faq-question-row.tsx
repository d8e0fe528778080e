import { useTranslation } from 'react-i18next'
import type { FaqQuestion } from '#contract/cms/faq-question.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import css from './faq-question.module.css'
import { MoveButtons } from './move-buttons.tsx'

type Props = {
  question: FaqQuestion
  index: number
  count: number
  onEdit: () => void
  onMove: (index: number) => void
}

/** A question with the beginning of its answer. */
export function FaqQuestionRow({ question, index, count, onEdit, onMove }: Props) {
  const { t } = useTranslation()
  return (
    <li className={css.row}>
      <div className={css.text}>
        <button type="button" className={css.question} onClick={onEdit}>
          {question.question}
        </button>
        <p className={css.answer}>{toTextLine(question.answer)}</p>
      </div>
      {!question.isPublished && <StatusBadge tone="neutral" label={t('faq.draft')} isHollow />}
      <MoveButtons name={question.question} index={index} count={count} onMove={onMove} />
    </li>
  )
}
