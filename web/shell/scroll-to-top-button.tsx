import { ActionIcon, Transition } from '@mantine/core'
import { useReducedMotion, useWindowScroll } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './app-shell.module.css'

export function ScrollToTopButton() {
  const { t } = useTranslation()
  const [{ y }] = useWindowScroll()
  const prefersReducedMotion = useReducedMotion()
  const scrollToTop = () => {
    window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' })
    // The button disappears at the top, so the focus moves to the heading.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    <div className={css.scrollToTop}>
      <Transition mounted={y > 600} transition="slide-up" duration={150}>
        {style => (
          <ActionIcon
            style={style}
            size={40}
            radius="xl"
            aria-label={t('ui.toTop')}
            onClick={scrollToTop}
          >
            <IconArrowUp size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </Transition>
    </div>
  )
}
