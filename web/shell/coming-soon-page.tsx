import { useTranslation } from 'react-i18next'
import { useSkin } from '../lib/preference/layout.ts'
import { ArtComingSoon } from '../ui/art/art-coming-soon.tsx'
import { Scene } from '../ui/page/scene.tsx'

export function ComingSoonPage() {
  const { t } = useTranslation()
  const skin = useSkin() === 'dark' ? 'dark' : 'light'
  return (
    <>
      <title>{`${t('shell.soon.title')} · Storewright`}</title>
      <Scene
        title={t('shell.soon.title')}
        text={t('shell.soon.text')}
        art={<ArtComingSoon skin={skin} />}
      />
    </>
  )
}
