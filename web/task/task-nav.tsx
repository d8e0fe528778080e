import {
  IconCalendarDue,
  IconCircleCheck,
  IconHash,
  IconList,
  IconStar,
  IconSun,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type TaskCounts, type TaskView, taskApi, taskViews } from '#contract/desk/task.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import css from './task.module.css'

const icons = {
  'my-day': IconSun,
  upcoming: IconCalendarDue,
  important: IconStar,
  open: IconList,
  completed: IconCircleCheck,
  deleted: IconTrash,
}
const countKeys: Partial<Record<TaskView, keyof Omit<TaskCounts, 'tags'>>> = {
  'my-day': 'myDay',
  upcoming: 'upcoming',
  important: 'important',
  open: 'open',
}
export const getTaskViewPath = (view: TaskView) => `/apps/todo/${view}`

/** The views and the tags of open tasks, with the number of tasks of each. */
export function TaskNav({ view, tag }: { view: TaskView; tag: string | undefined }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const counts = useQuery(queryOptionsFor(taskApi.counts, {})).data
  const formatCount = (count: number | undefined) =>
    count ? `${format.number(count)}${count >= 100 ? '+' : ''}` : ''
  return (
    <nav className={css.nav} aria-label={t('task.views')}>
      {taskViews.map(target => {
        const Icon = icons[target]
        const countKey = countKeys[target]
        return (
          <Link
            key={target}
            to={getTaskViewPath(target)}
            className={css.navLink}
            aria-current={target === view && !tag ? 'page' : undefined}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
            <span className={css.navLabel}>{t(`task.view.${target}`)}</span>
            <span className={css.navCount}>{formatCount(countKey && counts?.[countKey])}</span>
          </Link>
        )
      })}
      {counts?.tags.map(({ tag: name, count }) => (
        <Link
          key={`#${name}`}
          to={`${getTaskViewPath('open')}?${new URLSearchParams({ tag: name })}`}
          className={css.navLink}
          aria-current={name === tag ? 'page' : undefined}
        >
          <IconHash size={18} stroke={1.75} aria-hidden />
          <bdi className={css.navLabel}>{name}</bdi>
          <span className={css.navCount}>{formatCount(count)}</span>
        </Link>
      ))}
    </nav>
  )
}
