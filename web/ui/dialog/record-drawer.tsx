import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './record-drawer.module.css'
import { useOpenDialog } from './use-open-dialog.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A drawer beside a list. `DetailDrawer` displays a record in it, `DrawerForm` edits one. */
export function RecordDrawer({ title, onClose, children }: Props) {
  return (
    <Drawer
      {...useOpenDialog(onClose)}
      title={title}
      position="right"
      size={520}
      padding={0}
      classNames={{ header: css.header, body: css.body, title: css.title }}
    >
      {children}
    </Drawer>
  )
}

/** Displays a record beside its list. Use `DrawerForm` to edit one. */
export function DetailDrawer({ title, onClose, children }: Props) {
  return (
    <RecordDrawer title={title} onClose={onClose}>
      <div className={css.content}>
        <div className={css.fields}>{children}</div>
      </div>
    </RecordDrawer>
  )
}
