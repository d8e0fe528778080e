import { IconStar } from '@tabler/icons-react'
import { findNavigationTarget } from '../lib/navigation/navigation-target.ts'

/** The icon of the navigation target that a bookmarked page belongs to. */
export function BookmarkIcon({ path, size = 18 }: { path: string; size?: number }) {
  const Icon = findNavigationTarget(path.split('?')[0] ?? '')?.icon ?? IconStar
  return <Icon size={size} stroke={1.75} aria-hidden />
}
