import { Button, Stack, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { livePages, UpcomingPage, upcomingPageApi } from '#contract/store/upcoming-page.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useSkin } from '../lib/preference/layout.ts'
import comingSoonDrawing from '../ui/art/coming-soon.svg?raw'
import comingSoonNightDrawing from '../ui/art/coming-soon-night.svg?raw'
import { Drawing } from '../ui/art/drawing.tsx'
import { FullPageMessage } from '../ui/message/full-page-message.tsx'

const liveLabels = {
  seo: 'shell.menu.searchEngines',
  blogs: 'shell.menu.blog',
  marketing: 'shell.menu.campaigns',
} as const satisfies Record<UpcomingPage, string>

export function ComingSoonPage() {
  const { t } = useTranslation()
  const skin = useSkin() === 'dark' ? 'dark' : 'light'
  const page = UpcomingPage.safeParse(useLocation().pathname.split('/').pop()).data
  return (
    <>
      <title>{`${t('shell.comingSoon.title')} · Storewright`}</title>
      <FullPageMessage
        title={t('shell.comingSoon.title')}
        text={t('shell.comingSoon.text')}
        illustration={
          <Drawing svg={skin === 'dark' ? comingSoonNightDrawing : comingSoonDrawing} />
        }
      >
        <Stack align="center" gap="sm">
          {page && <NotifyButton page={page} />}
          <LiveButton page={page} />
        </Stack>
      </FullPageMessage>
    </>
  )
}

function NotifyButton({ page }: { page: UpcomingPage }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const listOptions = queryOptionsFor(upcomingPageApi.list, {})
  const { data: awaitedPages } = useQuery(listOptions)
  const { mutate, isPending } = useRouteMutation(upcomingPageApi.update)
  const isAwaited = awaitedPages?.includes(page) ?? false
  return (
    <>
      <Button
        variant={isAwaited ? 'default' : 'filled'}
        leftSection={isAwaited ? undefined : <IconBell size={18} aria-hidden />}
        loading={isPending}
        onClick={() =>
          mutate(
            { body: { page, isAwaited: !isAwaited } },
            { onSuccess: pages => client.setQueryData(listOptions.queryKey, pages) },
          )
        }
      >
        {t(isAwaited ? 'shell.comingSoon.cancel' : 'shell.comingSoon.notifyMe')}
      </Button>
      <Text size="sm" c="dimmed" role="status" mih="1.5em">
        {isAwaited && t('shell.comingSoon.notified')}
      </Text>
    </>
  )
}

/** Leads to what is live, from the page without a subject to the dashboard. */
function LiveButton({ page }: { page: UpcomingPage | undefined }) {
  const { t } = useTranslation()
  const path = page ? livePages[page] : '/dashboard'
  if (!path) return null
  return (
    <Button component={Link} to={path} variant="subtle">
      {t('shell.comingSoon.open', { page: t(page ? liveLabels[page] : 'shell.menu.dashboard') })}
    </Button>
  )
}
