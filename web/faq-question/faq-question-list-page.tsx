import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FaqQuestion, faqQuestionApi, groupByCategory } from '#contract/cms/faq-question.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { type DialogParam, useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { useHidingStoreStatus } from '../store/hidden-reasons.tsx'
import { StorefrontButton } from '../store/storefront-link.tsx'
import emptyContentDrawing from '../ui/art/empty-content.svg?raw'
import { CardStack } from '../ui/form/edit-form.tsx'
import { OpenRecordForm } from '../ui/form/open-record-form.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { moveItem } from '../ui/page/sortable-cards.tsx'
import css from './faq-question.module.css'
import { FaqQuestionDrawer } from './faq-question-drawer.tsx'
import { FaqQuestionRow } from './faq-question-row.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { useReorderFaqQuestions } from './use-reorder-faq-questions.ts'

/** Lists the questions of the store by category, in the order in which its page shows them. */
export function FaqQuestionListPage() {
  const { t } = useTranslation()
  const questions = useQuery(queryOptionsFor(faqQuestionApi.list, {}))
  const dialog = useDialogParam('question')
  const addButton = (
    <AddButton label={t('faq.add')} can="cms:write" onClick={() => dialog.open('new')} />
  )
  return (
    <>
      <PageHeader title={t('shell.menu.faq')} subtitle={t('faq.subtitle')}>
        <ViewFaqButton questions={questions.data ?? []} />
        {addButton}
      </PageHeader>
      <QueryBoundary query={questions}>
        {items =>
          items.length > 0 ? (
            <QuestionGroups questions={items} dialog={dialog} />
          ) : (
            <SectionCard>
              <EmptyState
                can="cms:write"
                drawing={emptyContentDrawing}
                title={t('faq.empty')}
                text={t('faq.emptyText')}
              >
                {addButton}
              </EmptyState>
            </SectionCard>
          )
        }
      </QueryBoundary>
      <OpenRecordForm dialog={dialog} records={questions.data} Form={FaqQuestionDrawer} />
    </>
  )
}
FaqQuestionListPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(faqQuestionApi.list, {}))) satisfies Prefetch

/** Opens the page of the store, which exists while a question is published. */
function ViewFaqButton({ questions }: { questions: readonly FaqQuestion[] }) {
  const { t } = useTranslation()
  const hidingStoreStatus = useHidingStoreStatus({ isShownWhilePaused: true })
  if (hidingStoreStatus || !questions.some(({ isPublished }) => isPublished)) return null
  return <StorefrontButton label={t('faq.view')} path="/faq" />
}

function QuestionGroups({
  questions,
  dialog,
}: {
  questions: readonly FaqQuestion[]
  dialog: DialogParam
}) {
  const { t } = useTranslation()
  const reorder = useReorderFaqQuestions()
  const groups = groupByCategory(questions)
  const saveGroups = (next: typeof groups) => reorder(next.flatMap(group => group.questions))
  const getTitle = (category: string) => category || t('faq.noCategory')
  return (
    <CardStack>
      {groups.map((group, groupIndex) => (
        <SectionCard
          key={group.category}
          title={getTitle(group.category)}
          actions={
            <MoveButtons
              name={getTitle(group.category)}
              index={groupIndex}
              count={groups.length}
              onMove={to => saveGroups(moveItem(groups, groupIndex, to))}
            />
          }
          flush
        >
          <ul className={css.list}>
            {group.questions.map((question, index) => (
              <FaqQuestionRow
                key={question._id}
                question={question}
                index={index}
                count={group.questions.length}
                onEdit={() => dialog.open(question._id)}
                onMove={to =>
                  saveGroups(
                    groups.with(groupIndex, {
                      ...group,
                      questions: moveItem(group.questions, index, to),
                    }),
                  )
                }
              />
            ))}
          </ul>
        </SectionCard>
      ))}
    </CardStack>
  )
}
