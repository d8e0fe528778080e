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
import { useHere } from './bookmark-here.ts'
import { BookmarkIcon } from './bookmark-icon.tsx'
import { useBookmarks } from './use-bookmarks.ts'

const BookmarkArrange = lazy(() =>
  import('./bookmark-arrange.tsx').then(m => ({ default: m.BookmarkArrange })),
)

const shownAtMost = 10
/** Widths on screen, as in bookmark-bar.module.css. */
const [wide, narrow] = [104, 38]

/** The pinned pages: as many as there is room for, with their names if they all fit, the rest in a menu; and the star for this page. */
export function BookmarkBar() {
  const { t } = useTranslation()
  const { bookmarks, isReady, add, remove, ...changes } = useBookmarks()
  const here = useHere()
  const { ref, width } = useElementSize()
  const [isArranging, setArranging] = useState(false)
  const pinned = bookmarks.find(one => one.address === here.address)
  const first = bookmarks.slice(0, shownAtMost)
  const isNamed = width >= first.length * wide
  const shown = first.slice(0, Math.max(0, Math.floor(width / narrow)))
  const toggle = () => (pinned ? remove(pinned._id) : add(here))
  const star = {
    'aria-label': t(pinned ? 'bookmark.unpin' : 'bookmark.pin'),
    'aria-pressed': pinned !== undefined,
    onClick: toggle,
    disabled: !isReady || (!pinned && !here.title),
  }
  return (
    <div className={css.bookmarks}>
      <nav
        ref={ref}
        className={css.bar}
        aria-label={t('bookmark.bar')}
        hidden={bookmarks.length === 0}
      >
        {shown.map(one => (
          <Pinned key={one._id} bookmark={one} isNamed={isNamed} isHere={one === pinned} />
        ))}
      </nav>
      {bookmarks.length > 0 && (
        <Rest
          rest={bookmarks.slice(shown.length)}
          all={bookmarks}
          here={pinned}
          star={star}
          onArrange={() => setArranging(true)}
        />
      )}
      <Tooltip label={star['aria-label']}>
        <ActionIcon
          variant="subtle"
          color={pinned ? 'accent' : 'gray'}
          size={36}
          {...star}
          data-empty={bookmarks.length === 0 || undefined}
          className={css.star}
        >
          {pinned ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.75} />}
        </ActionIcon>
      </Tooltip>
      <Suspense>
        {isArranging && (
          <BookmarkArrange
            bookmarks={bookmarks}
            {...changes}
            remove={remove}
            onClose={() => setArranging(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function Pinned({
  bookmark: { title, address },
  isNamed,
  isHere,
}: {
  bookmark: Bookmark
  isNamed: boolean
  isHere: boolean
}) {
  return (
    <Tooltip label={title} openDelay={isNamed ? 800 : 300}>
      <Link
        to={address}
        className={css.pin}
        data-named={isNamed || undefined}
        aria-current={isHere ? 'page' : undefined}
        aria-label={title}
      >
        <BookmarkIcon address={address} />
        {isNamed && <span className={css.name}>{title}</span>}
      </Link>
    </Tooltip>
  )
}

type RestProps = {
  rest: readonly Bookmark[]
  all: readonly Bookmark[]
  here: Bookmark | undefined
  star: { 'aria-label': string; onClick: () => void; disabled: boolean }
  onArrange: () => void
}

/** What the bar has no room for; on a phone that is all of it, and the star. */
function Rest({ rest, all, here, star, onArrange }: RestProps) {
  const { t } = useTranslation()
  const isAll = rest.length === all.length
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
        {rest.map(({ _id, title, address }) => (
          <Menu.Item
            key={_id}
            component={Link}
            to={address}
            aria-current={_id === here?._id ? 'page' : undefined}
            leftSection={<BookmarkIcon address={address} size={16} />}
          >
            <span className={css.item}>{title}</span>
          </Menu.Item>
        ))}
        {rest.length > 0 && <Menu.Divider />}
        <Menu.Item
          className={css.onPhone}
          leftSection={<IconStar size={16} stroke={1.75} />}
          disabled={star.disabled}
          onClick={star.onClick}
        >
          {star['aria-label']}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
          onClick={onArrange}
        >
          {t('bookmark.arrange')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
