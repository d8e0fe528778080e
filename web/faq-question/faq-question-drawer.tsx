import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FaqQuestion, FaqQuestionInput, faqQuestionApi } from '#contract/cms/faq-question.ts'
import { pickFields } from '#contract/lib/shape.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useSaveRecord } from '../lib/call/use-save-record.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { SuggestField } from '../ui/field/suggest-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import type { RecordFormProps } from '../ui/form/open-record-form.tsx'
import css from './faq-question.module.css'

const emptyQuestion = { question: '', answer: '', category: '', isPublished: true }
const examples = ['shipping', 'returns', 'payment'] as const

/** The form of a new or existing question. */
export function FaqQuestionDrawer({ record: question, onClose }: RecordFormProps<FaqQuestion>) {
  const { t } = useTranslation()
  const questions = useQuery(queryOptionsFor(faqQuestionApi.list, {}))
  const save = useSaveRecord(faqQuestionApi, question, onClose)
  const form = useContractForm(FaqQuestionInput, {
    values: question ? pickFields(FaqQuestionInput, question) : emptyQuestion,
    can: 'cms:write',
    onSave: save,
  })
  const categories = (questions.data ?? []).map(({ category }) => category).filter(Boolean)
  return (
    <DrawerForm
      form={form}
      title={t(question ? 'faq.edit' : 'faq.add')}
      saveLabel={t(question ? 'faq.save' : 'faq.add')}
      onClose={onClose}
      deletion={
        question && {
          route: faqQuestionApi.delete,
          id: question._id,
          label: t('faq.delete'),
          title: t('faq.deleteTitle', { question: question.question }),
          text: t('faq.deleteText'),
        }
      }
    >
      {!question && <QuestionExamples form={form} />}
      <TextField form={form} name="question" label={t('faq.field.question')} required />
      <SuggestField
        form={form}
        name="category"
        label={t('faq.field.category')}
        description={t('faq.categoryHint')}
        suggestions={[...new Set(categories)]}
      />
      <RichTextField
        form={form}
        name="answer"
        label={t('faq.field.answer')}
        minHeight={220}
        required
      />
      <SwitchField form={form} name="isPublished" label={t('faq.field.isPublished')} />
    </DrawerForm>
  )
}

/** Buttons that fill the form with a frequent question. */
function QuestionExamples({ form }: { form: ContractForm<FaqQuestionInput> }) {
  const { t } = useTranslation()
  return (
    <div className={css.examples}>
      <span>{t('faq.startWith')}</span>
      {examples.map(example => (
        <Button
          key={example}
          size="compact-sm"
          variant="default"
          onClick={() => {
            form.setFieldValue('question', t(`faq.example.${example}.question`))
            form.setFieldValue('category', t(`faq.example.${example}.category`))
            form.setFieldValue('answer', `<p>${t(`faq.example.${example}.answer`)}</p>`)
          }}
        >
          {t(`faq.example.${example}.category`)}
        </Button>
      ))}
    </div>
  )
}
