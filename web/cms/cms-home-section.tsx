import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SectionCard } from '../ui/page/section-card.tsx'
import { useThemes } from './cms-preview.tsx'

/** Leads to the theme editor, which has the sections of the home page. */
export function HomeSection() {
  const { t } = useTranslation()
  const activeTheme = useThemes().data?.find(theme => theme.active)
  return (
    <SectionCard title={t('cms.section.home')} hint={t('cms.hint.home')}>
      {activeTheme && (
        <div>
          <Button component={Link} to={`/apps/themes/customise/${activeTheme._id}`}>
            {t('cms.home.customize')}
          </Button>
        </div>
      )}
    </SectionCard>
  )
}
