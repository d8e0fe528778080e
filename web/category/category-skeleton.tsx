import { Skeleton } from '@mantine/core'
import css from './category.module.css'

/** The placeholder of the tree while it loads. */
export const CategorySkeleton = () => (
  <div aria-hidden>
    {[1, 2, 2, 1, 2, 3, 1, 1, 2, 1].map((level, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <div key={index} className={css.row} style={{ '--level': level }}>
        <Skeleton w={32} h={32} radius="sm" />
        <Skeleton w={120 + ((index * 37) % 90)} h={12} />
      </div>
    ))}
  </div>
)
