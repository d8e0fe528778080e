import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { type HelpContents, helpApi } from '#contract/desk/help.ts'
import { findMaxLength } from '#contract/lib/schema-values.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useLanguage } from '../lib/preference/language.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { getTopicUrl } from './find-page-topic.ts'
import css from './help.module.css'
import { SupportLink } from './help-article.tsx'

/** Lists the topics of help by category, or those that contain the words of the search. */
export function HelpPage() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const [searched] = useDebouncedValue(q.trim(), 120)
  const query = useQuery({
    ...queryOptionsFor(helpApi.list, { query: { language, ...(searched && { q: searched }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={t('shell.menu.help')} />
      <TextInput
        className={css.search}
        type="search"
        size="md"
        aria-label={t('help.search')}
        placeholder={t('help.search')}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        maxLength={findMaxLength(helpApi.list.query, 'q')}
        value={q}
        onChange={({ currentTarget: { value } }) =>
          setParams(value ? { q: value } : {}, { replace: true })
        }
      />
      <QueryBoundary query={query}>
        {({ categories, supportEmail }) => (
          <>
            <TopicCategories categories={categories} q={searched} />
            <SupportLink email={supportEmail} />
          </>
        )}
      </QueryBoundary>
    </>
  )
}

function TopicCategories({ categories, q }: Pick<HelpContents, 'categories'> & { q: string }) {
  const { t } = useTranslation()
  const count = categories.reduce((total, { topics }) => total + topics.length, 0)
  return (
    <>
      <p role="status" className={count > 0 ? 'sw-hidden' : css.noResults}>
        {q && (count > 0 ? t('help.count', { count }) : t('help.noResults', { q }))}
      </p>
      <div className={css.categories}>
        {categories.map(({ name, title, topics }) => (
          <SectionCard key={name} title={title}>
            <ul className={css.topics}>
              {topics.map(topic => (
                <li key={topic.name}>
                  <Link to={getTopicUrl(topic.name)}>{topic.title}</Link>
                  <p>{topic.summary}</p>
                </li>
              ))}
            </ul>
          </SectionCard>
        ))}
      </div>
    </>
  )
}
