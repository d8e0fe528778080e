import { Button, Group, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { productApi } from '#contract/product/product.ts'
import { CopyableText } from '../ui/page/copyable-text.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

/** Shows the URL of the API, an example request and a link to the reference. */
export function GettingStartedCard() {
  const { t } = useTranslation()
  const { origin } = window.location
  const exampleUrl = `${origin}${getRouteUrl(productApi.list)}?perPage=5`
  const exampleRequest = `curl -H 'Authorization: Bearer sw_live_…' '${exampleUrl}'`
  return (
    <SectionCard
      title={t('developer.gettingStarted.title')}
      hint={t('developer.gettingStarted.hint')}
    >
      <Stack gap={4}>
        <Text c="dimmed">{t('developer.gettingStarted.baseUrl')}</Text>
        <CopyableText text={`${origin}/api`} label={t('developer.gettingStarted.copyBaseUrl')} />
      </Stack>
      <Stack gap={4}>
        <Text c="dimmed">{t('developer.gettingStarted.exampleRequest')}</Text>
        <CopyableText text={exampleRequest} label={t('developer.gettingStarted.copyRequest')} />
      </Stack>
      <Group>
        <Button
          component="a"
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={16} stroke={1.75} className="sw-flip" />}
        >
          {t('developer.gettingStarted.reference')}
        </Button>
      </Group>
    </SectionCard>
  )
}
