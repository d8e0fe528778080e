import { useTranslation } from 'react-i18next'
import { useSkin } from '../lib/layout.ts'
import { ArtComingSoon } from '../ui/art/art-coming-soon.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import css from './page-root.module.css'

export function ComingSoonPage() {
  const { t } = useTranslation()
  const skin = useSkin() === 'dark' ? 'dark' : 'light'
  return (
    <div className={css.message}>
      <title>{`${t('shell.soon.title')} · Storewright`}</title>
      <EmptyState title={t('shell.soon.title')} text={t('shell.soon.text')} drawing={<ArtComingSoon skin={skin} />} />
    </div>
  )
}
