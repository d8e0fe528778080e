import { Button, Drawer } from '@mantine/core'
import { IconKeyboard, IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { HelpTopicName } from '#contract/desk/help-topic.ts'
import { ShortcutDialog } from '../component/shortcut-dialog.tsx'
import { setHelpOpen } from '../lib/navigation/help-state.ts'
import { useLanguage } from '../lib/preference/language.ts'
import { FocusReturn } from '../ui/dialog/focus-return.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { findPageTopic } from './find-page-topic.ts'
import css from './help.module.css'
import { HelpArticle, topicOptions } from './help-article.tsx'

/** The help of the present page beside it. It also leads to the shortcuts and to all topics. */
export function HelpDrawer({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  const [hasShortcuts, setHasShortcuts] = useState(false)
  const close = () => setHelpOpen(false)
  return (
    <>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="right"
        size={440}
        title={t('shell.menu.help')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <FocusReturn />
        <PageHelp />
        <div className={css.links}>
          <Button
            component={Link}
            to="/apps/help"
            variant="default"
            leftSection={<IconLifebuoy size={16} stroke={1.75} aria-hidden />}
            onClick={close}
          >
            {t('help.allTopics')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconKeyboard size={16} stroke={1.75} aria-hidden />}
            onClick={() => {
              close()
              setHasShortcuts(true)
            }}
          >
            {t('search.shortcutDialog.title')}
          </Button>
        </div>
      </Drawer>
      <ShortcutDialog isOpen={hasShortcuts} onClose={() => setHasShortcuts(false)} />
    </>
  )
}

/** The topic of the page, or another one that the user opened from it. */
function PageHelp() {
  const { pathname } = useLocation()
  const language = useLanguage()
  const [opened, setOpened] = useState<{ pathname: string; topic: HelpTopicName }>()
  const topic = opened?.pathname === pathname ? opened.topic : findPageTopic(pathname)
  return (
    <QueryBoundary query={useQuery(topicOptions(topic, language))}>
      {loaded => (
        <>
          <h2 className={css.title}>{loaded.title}</h2>
          <p className={css.summary}>{loaded.summary}</p>
          <HelpArticle topic={loaded} onOpenTopic={name => setOpened({ pathname, topic: name })} />
        </>
      )}
    </QueryBoundary>
  )
}
