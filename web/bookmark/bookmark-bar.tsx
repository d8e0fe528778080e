import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
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
import type { Bookmark } from '#contract/bookmark.ts'
import css from './bookmark-bar.module.css'
import { BookmarkIcon } from './bookmark-icon.tsx'
import { useBookmarkablePage } from './use-bookmarkable-page.ts'
import { useBookmarks } from './use-bookmarks.ts'

const BookmarkDialog = lazy(() =>
  import('./bookmark-dialog.tsx').then(m => ({ default: m.BookmarkDialog })),
)

const maxVisible = 10
/** Widths on screen, as in bookmark-bar.module.css. */
const [labeledWidth, iconWidth] = [104, 38]

/** The pinned pages: as many as there is room for, with their names if they all fit, the rest in a menu; and the star for this page. */
export function BookmarkBar() {
  const { t } = useTranslation()
  const { bookmarks, isReady, createBookmark, deleteBookmark, renameBookmark, reorderBookmarks } =
    useBookmarks()
  const currentPage = useBookmarkablePage()
  const { ref, width } = useElementSize()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const currentBookmark = bookmarks.find(one => one.address === currentPage.address)
  const first = bookmarks.slice(0, maxVisible)
  const hasLabel = width >= first.length * labeledWidth
  const visible = first.slice(0, Math.max(0, Math.floor(width / iconWidth)))
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
        aria-label={t('bookmark.bar')}
        hidden={bookmarks.length === 0}
      >
        {visible.map(one => (
          <PinnedLink
            key={one._id}
            bookmark={one}
            hasLabel={hasLabel}
            isCurrent={one === currentBookmark}
          />
        ))}
      </nav>
      {bookmarks.length > 0 && (
        <OverflowMenu
          hidden={bookmarks.slice(visible.length)}
          bookmarks={bookmarks}
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

function PinnedLink({
  bookmark: { title, address },
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
        to={address}
        className={css.link}
        data-named={hasLabel || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={title}
      >
        <BookmarkIcon address={address} />
        {hasLabel && <span className={css.linkLabel}>{title}</span>}
      </Link>
    </Tooltip>
  )
}

type OverflowMenuProps = {
  hidden: readonly Bookmark[]
  bookmarks: readonly Bookmark[]
  current: Bookmark | undefined
  starProps: { 'aria-label': string; onClick: () => void; disabled: boolean }
  onEdit: () => void
}

/** What the bar has no room for; on a phone that is all of it, and the star. */
function OverflowMenu({ hidden, bookmarks, current, starProps, onEdit }: OverflowMenuProps) {
  const { t } = useTranslation()
  const isAll = hidden.length === bookmarks.length
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={isAll ? 36 : 28}
          aria-label={t(isAll ? 'bookmark.bar' : 'bookmark.more')}
        >
          {isAll ? (
            <IconBookmarks size={18} stroke={1.75} />
          ) : (
            <IconChevronDown size={16} stroke={1.75} />
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {hidden.map(({ _id, title, address }) => (
          <Menu.Item
            key={_id}
            component={Link}
            to={address}
            aria-current={_id === current?._id ? 'page' : undefined}
            leftSection={<BookmarkIcon address={address} size={16} />}
          >
            <span className={css.menuLabel}>{title}</span>
          </Menu.Item>
        ))}
        {hidden.length > 0 && <Menu.Divider />}
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
          {t('bookmark.arrange')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
