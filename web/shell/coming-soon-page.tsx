import { useTranslation } from 'react-i18next'
import { useSkin } from '../lib/preference/layout.ts'
import { ArtComingSoon } from '../ui/art/art-coming-soon.tsx'
import { FullPageMessage } from '../ui/page/full-page-message.tsx'

export function ComingSoonPage() {
  const { t } = useTranslation()
  const skin = useSkin() === 'dark' ? 'dark' : 'light'
  return (
    <>
      <title>{`${t('shell.soon.title')} · Storewright`}</title>
      <FullPageMessage
        title={t('shell.soon.title')}
        text={t('shell.soon.text')}
        illustration={<ArtComingSoon skin={skin} />}
      />
    </>
  )
}
