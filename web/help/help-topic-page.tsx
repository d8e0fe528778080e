import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useLanguage } from '../lib/preference/language.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { getTopicUrl } from './find-page-topic.ts'
import css from './help.module.css'
import { HelpArticle, topicOptions } from './help-article.tsx'

export function HelpTopicPage() {
  const { topic: name = '' } = useParams()
  const { t } = useTranslation()
  const navigate = useNavigate()
  const topic = useSuspenseQuery(topicOptions(name, useLanguage())).data
  return (
    <div className={css.page}>
      <PageHeader
        title={topic.title}
        subtitle={topic.summary}
        back={{ to: '/apps/help', label: t('shell.menu.help') }}
      />
      <SectionCard>
        <HelpArticle topic={topic} onOpenTopic={opened => void navigate(getTopicUrl(opened))} />
      </SectionCard>
    </div>
  )
}
