import { useTranslation } from 'react-i18next'
import { useSkin } from '../lib/preference/layout.ts'
import { ArtComingSoon } from '../ui/art/art-coming-soon.tsx'
import { FullPageMessage } from '../ui/page/full-page-message.tsx'

export function ComingSoonPage() {
  const { t } = useTranslation()
  const skin = useSkin() === 'dark' ? 'dark' : 'light'
  return (
    <>
      <title>{`${t('shell.comingSoon.title')} · Storewright`}</title>
      <FullPageMessage
        title={t('shell.comingSoon.title')}
        text={t('shell.comingSoon.text')}
        illustration={<ArtComingSoon skin={skin} />}
      />
    </>
  )
}
