import { useTranslation } from 'react-i18next'
import {
  maxSeoDescriptionLength,
  maxSeoTitleLength,
  type SeoProblem,
  type SeoProblemKind,
  type SeoRecord,
} from '#contract/cms/seo.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import css from './seo.module.css'

const limits: Partial<Record<SeoProblemKind, number>> = {
  longTitle: maxSeoTitleLength,
  longDescription: maxSeoDescriptionLength,
}

export function useSeoColumns(): ListColumn<SeoRecord>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('seo.record'),
      sort: 'name',
      width: 300,
      render: ({ name, type }) => (
        <EntityCell title={<bdi>{name}</bdi>} details={t(`seo.type.${type}`)} />
      ),
    },
    {
      key: 'problems',
      label: t('seo.problems'),
      phonePosition: 'line',
      render: ({ problems }) => <ProblemList problems={problems} />,
    },
  ]
}

function ProblemList({ problems }: { problems: readonly SeoProblem[] }) {
  const { t } = useTranslation()
  return (
    <ul className={css.problems}>
      {problems.map(({ kind, detail, count }) => (
        <li key={kind}>{t(`seo.problem.${kind}`, { count, detail, limit: limits[kind] })}</li>
      ))}
    </ul>
  )
}
