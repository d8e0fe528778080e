import { IconStar } from '@tabler/icons-react'
import { placeAt } from '../lib/navigation/place.ts'

/** The icon of the place that a pinned page belongs to. */
export function BookmarkIcon({ address, size = 18 }: { address: string; size?: number }) {
  const Icon = placeAt(address.split('?')[0] ?? '')?.icon ?? IconStar
  return <Icon size={size} stroke={1.75} aria-hidden />
}
