import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../form/drawer-form.module.css'
import { useRestoreFocus } from './use-restore-focus.ts'

/** Displays a record beside its list. Use `DrawerForm` to edit one. */
export function DetailDrawer({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  useRestoreFocus()
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="right"
      size={520}
      padding={0}
      classNames={{ header: css.header, body: css.body, title: css.title }}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={css.form}>
        <div className={css.fields}>{children}</div>
      </div>
    </Drawer>
  )
}
