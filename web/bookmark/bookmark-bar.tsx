import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useResizeObserver } from '@mantine/hooks'
import {
  IconAdjustmentsHorizontal,
  IconBookmarks,
  IconChevronDown,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Bookmark } from '#contract/staff/bookmark.ts'
import css from './bookmark-bar.module.css'
import { BookmarkIcon } from './bookmark-icon.tsx'
import { useBookmarkablePage } from './use-bookmarkable-page.ts'
import { useBookmarks } from './use-bookmarks.ts'

const BookmarkDialog = lazy(() =>
  import('./bookmark-dialog.tsx').then(m => ({ default: m.BookmarkDialog })),
)

const maxVisible = 10
/** The least width per bookmark with and without its label, matching bookmark-bar.module.css. */
const [labeledWidthPx, iconWidthPx] = [104, 38]

/**
 * Shows as many bookmarks as fit, labeled if there is room for all labels, the others in a menu,
 * and a star that adds or removes the current page.
 */
export function BookmarkBar() {
  const { t } = useTranslation()
  const { bookmarks, isReady, createBookmark, deleteBookmark, renameBookmark, reorderBookmarks } =
    useBookmarks()
  const currentPage = useBookmarkablePage()
  const [ref, { width }] = useResizeObserver()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const currentBookmark = bookmarks.find(({ path }) => path === currentPage.path)
  const candidates = bookmarks.slice(0, maxVisible)
  const hasLabels = width >= candidates.length * labeledWidthPx
  const visible = candidates.slice(0, Math.max(0, Math.floor(width / iconWidthPx)))
  const toggle = () =>
    currentBookmark ? deleteBookmark(currentBookmark._id) : createBookmark(currentPage)
  const starProps = {
    'aria-label': t(currentBookmark ? 'bookmark.unpin' : 'bookmark.pin'),
    'aria-pressed': currentBookmark !== undefined,
    onClick: toggle,
    disabled: !isReady || (!currentBookmark && !currentPage.title),
  }
  return (
    <div className={css.bookmarks}>
      <nav
        ref={ref}
        className={css.bar}
        aria-label={t('bookmark.label')}
        hidden={bookmarks.length === 0}
      >
        {visible.map(bookmark => (
          <BookmarkLink
            key={bookmark._id}
            bookmark={bookmark}
            hasLabel={hasLabels}
            isCurrent={bookmark === currentBookmark}
          />
        ))}
      </nav>
      {bookmarks.length > 0 && (
        <OverflowMenu
          items={bookmarks.slice(visible.length)}
          bookmarkCount={bookmarks.length}
          current={currentBookmark}
          starProps={starProps}
          onEdit={() => setDialogOpen(true)}
        />
      )}
      <Tooltip label={starProps['aria-label']}>
        <ActionIcon
          variant="subtle"
          color={currentBookmark ? 'accent' : 'gray'}
          size={36}
          {...starProps}
          data-empty={bookmarks.length === 0 || undefined}
          className={css.star}
        >
          {currentBookmark ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.75} />}
        </ActionIcon>
      </Tooltip>
      <Suspense>
        {isDialogOpen && (
          <BookmarkDialog
            bookmarks={bookmarks}
            onReorder={reorderBookmarks}
            onRename={renameBookmark}
            onRemove={deleteBookmark}
            onClose={() => setDialogOpen(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function BookmarkLink({
  bookmark: { title, path },
  hasLabel,
  isCurrent,
}: {
  bookmark: Bookmark
  hasLabel: boolean
  isCurrent: boolean
}) {
  return (
    <Tooltip label={title} openDelay={hasLabel ? 800 : 300}>
      <Link
        to={path}
        className={css.link}
        data-named={hasLabel || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={title}
      >
        <BookmarkIcon path={path} />
        {hasLabel && <span className={css.linkLabel}>{title}</span>}
      </Link>
    </Tooltip>
  )
}

type OverflowMenuProps = {
  items: readonly Bookmark[]
  bookmarkCount: number
  current: Bookmark | undefined
  starProps: { 'aria-label': string; onClick: () => void; disabled: boolean }
  onEdit: () => void
}

/** Holds the bookmarks that do not fit into the bar. On a phone these are all, and the star. */
function OverflowMenu({ items, bookmarkCount, current, starProps, onEdit }: OverflowMenuProps) {
  const { t } = useTranslation()
  const hasAll = items.length === bookmarkCount
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={hasAll ? 36 : 28}
          aria-label={t(hasAll ? 'bookmark.label' : 'bookmark.more')}
        >
          {hasAll ? (
            <IconBookmarks size={18} stroke={1.75} />
          ) : (
            <IconChevronDown size={16} stroke={1.75} />
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {items.map(({ _id, title, path }) => (
          <Menu.Item
            key={_id}
            component={Link}
            to={path}
            aria-current={_id === current?._id ? 'page' : undefined}
            leftSection={<BookmarkIcon path={path} size={16} />}
          >
            <span className={css.menuLabel}>{title}</span>
          </Menu.Item>
        ))}
        {items.length > 0 && <Menu.Divider />}
        <Menu.Item
          className={css.phoneOnly}
          leftSection={<IconStar size={16} stroke={1.75} />}
          disabled={starProps.disabled}
          onClick={starProps.onClick}
        >
          {starProps['aria-label']}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
          onClick={onEdit}
        >
          {t('bookmark.manage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
