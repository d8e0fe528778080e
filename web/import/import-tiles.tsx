import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Import, ImportAction } from '#contract/import/import.ts'
import { useFormatters } from '../lib/formatters.ts'
import { problemCardId } from './import-labels.ts'
import css from './import-tiles.module.css'

const doneLabelKeys = {
  create: 'created',
  update: 'updated',
  unchanged: 'unchanged',
  skip: 'skip',
} as const

/** The counts of an import. Each links to its items, and the warnings to the problems. */
export function ImportTiles({ importJob: { counts, status } }: { importJob: Import }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <ul className={css.tiles}>
      {ImportAction.options.map(action => (
        <li key={action} className={css.tile} data-none={counts[action] === 0 || undefined}>
          <Link to={`?action=${action}`} className={css.tileLink} preventScrollReset>
            {t(`import.tile.${status === 'done' ? doneLabelKeys[action] : action}`)}
          </Link>
          <span className={css.tileValue}>{format.number(counts[action])}</span>
        </li>
      ))}
      <li className={css.tile} data-none={counts.warn === 0 || undefined}>
        <a href={`#${problemCardId}`} className={css.tileLink}>
          {t('import.tile.warn')}
        </a>
        <span className={css.tileValue}>{format.number(counts.warn)}</span>
      </li>
    </ul>
  )
}
