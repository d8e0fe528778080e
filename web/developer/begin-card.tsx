import { Button, Group } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { urlOf } from '#contract/lib/api.ts'
import { productApi } from '#contract/product.ts'
import { CopiedText } from '../ui/copied-text.tsx'
import { KeyValues } from '../ui/key-values.tsx'
import { SectionCard } from '../ui/section-card.tsx'

/** Where the calls are, what they are, and one to try. */
export function BeginCard() {
  const { t } = useTranslation()
  const { origin } = window.location
  const call = `curl -H 'Authorization: Bearer sw_live_…' '${origin}${urlOf(productApi.list)}?perPage=5'`
  return (
    <SectionCard title={t('developer.begin.title')} hint={t('developer.begin.hint')}>
      <KeyValues items={[
        { label: t('developer.begin.address'), value: <CopiedText text={`${origin}/api`} label={t('developer.begin.copyAddress')} /> },
        { label: t('developer.begin.call'), value: <CopiedText text={call} label={t('developer.begin.copyCall')} /> },
      ]} />
      <Group><Button component="a" href="/api/docs" target="_blank" rel="noreferrer" variant="default" rightSection={<IconExternalLink size={16} stroke={1.75} className="sw-flip" />}>{t('developer.begin.reference')}</Button></Group>
    </SectionCard>
  )
}
