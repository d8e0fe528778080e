import { RelativeTime } from '../../ui/date/relative-time.tsx'

/** The last column of a list. Add its `label`. */
export const createdAtColumn = {
  key: 'createdAt',
  sort: 'createdAt',
  width: 140,
  minScreen: 'tablet',
  phonePosition: 'none',
  render: ({ createdAt }: { createdAt: string }) => <RelativeTime time={createdAt} />,
} as const
