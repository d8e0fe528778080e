import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconDots,
  IconHistory,
  IconShare,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ThemeDraft } from '#contract/theme/theme-draft.ts'
import { useFormatters } from '../lib/formatters.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { SaveIndicator } from './save-indicator.tsx'
import type { SaveStatus } from './state/use-autosave.ts'
import type { EditorDialog } from './state/use-editor-dialog.ts'
import css from './theme-editor.module.css'

type Props = {
  draft: ThemeDraft
  saveStatus: SaveStatus
  isReadOnly: boolean
  isPhone: boolean
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  onRetrySave: () => void
  onShowInvalid: () => void
  onOpenDialog: (dialog: EditorDialog) => void
  /** The switches of page and device. */
  children: ReactNode
}

/** The title of the editor, the state of the draft and what can be done with it. */
export function TopBar({ draft, isReadOnly, isPhone, onOpenDialog, children, ...props }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const title = t('theme.edit.title', { name: draft.name })
  return (
    <header className={css.topBar}>
      <title>{`${title} · Storewright`}</title>
      <Link
        to="/apps/themes"
        className={css.back}
        aria-label={t('ui.back', { page: t('theme.edit.back') })}
      >
        <IconArrowLeft size={18} stroke={1.75} className="sw-flip" />
      </Link>
      <div className={css.identity}>
        <h1 className={css.title} tabIndex={-1}>
          {draft.name}
          <span className="sw-hidden"> {t('themeEditor.title')}</span>
        </h1>
        {!isPhone && <DraftBadge draft={draft} />}
        <SaveIndicator
          status={props.saveStatus}
          isReadOnly={isReadOnly}
          onRetry={props.onRetrySave}
          onShowInvalid={props.onShowInvalid}
        />
      </div>
      {children}
      {!isReadOnly && isPhone && (
        <div className={css.phoneHistory}>
          <HistoryButtons {...props} />
        </div>
      )}
      <div className={css.topActions}>
        {!isReadOnly && !isPhone && <HistoryButtons {...props} />}
        {isPhone ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('ui.more')}>
                <IconDots size={18} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconHistory size={16} stroke={1.75} />}
                onClick={() => onOpenDialog('history')}
              >
                {t('themeEditor.history.open')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconShare size={16} stroke={1.75} />}
                onClick={() => onOpenDialog('share')}
              >
                {t('themeEditor.share.title')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : (
          <>
            <IconButton
              label={t('themeEditor.history.open')}
              onClick={() => onOpenDialog('history')}
            >
              <IconHistory size={18} stroke={1.75} />
            </IconButton>
            <IconButton label={t('themeEditor.share.title')} onClick={() => onOpenDialog('share')}>
              <IconShare size={18} stroke={1.75} />
            </IconButton>
          </>
        )}
        {!isReadOnly && (
          <Button
            size="sm"
            onClick={() => onOpenDialog('publish')}
            title={draft.publishAt ? format.dateTime(draft.publishAt) : undefined}
          >
            {t(draft.publishAt ? 'themeEditor.publish.openScheduled' : 'themeEditor.publish.open')}
          </Button>
        )}
      </div>
    </header>
  )
}

function DraftBadge({ draft }: { draft: ThemeDraft }) {
  const { t } = useTranslation()
  return draft.isActive ? (
    <StatusBadge tone="good" label={t('theme.list.active')} />
  ) : (
    <StatusBadge tone="neutral" label={t('theme.edit.notInUse')} isHollow />
  )
}

function HistoryButtons({
  canUndo,
  canRedo,
  onUndo,
  onRedo,
}: Pick<Props, 'canUndo' | 'canRedo' | 'onUndo' | 'onRedo'>) {
  const { t } = useTranslation()
  return (
    <>
      <IconButton label={t('themeEditor.undo')} isDisabled={!canUndo} onClick={onUndo}>
        <IconArrowBackUp size={18} stroke={1.75} className="sw-flip" />
      </IconButton>
      <IconButton label={t('themeEditor.redo')} isDisabled={!canRedo} onClick={onRedo}>
        <IconArrowForwardUp size={18} stroke={1.75} className="sw-flip" />
      </IconButton>
    </>
  )
}

export function IconButton({
  label,
  isDisabled = false,
  onClick,
  children,
}: {
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        disabled={isDisabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
