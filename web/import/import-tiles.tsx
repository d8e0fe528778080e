import { useTranslation } from 'react-i18next'
import { type Import, ImportAction } from '#contract/import.ts'
import { useFormat } from '../lib/format.ts'
import { StatTile, StatTiles } from '../ui/stat-tile.tsx'

/** The four numbers, each with what it counts behind it. */
export function ImportTiles({ one: { counts, kind, status } }: { one: Import }) {
  const { t } = useTranslation()
  const format = useFormat()
  const labels = status === 'done' ? { create: 'created', update: 'updated', unchanged: 'unchanged', skip: 'skip' } as const : { create: 'create', update: 'update', unchanged: 'unchanged', skip: 'skip' } as const
  const note = t(kind === 'products' ? 'import.tile.ofProducts' : 'import.tile.ofOrders')
  return <StatTiles>{ImportAction.options.map(action => <StatTile key={action} label={t(`import.tile.${labels[action]}`)} value={format.number(counts[action])} note={note} to={`?action=${action}`} />)}</StatTiles>
}
