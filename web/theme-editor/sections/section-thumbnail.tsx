import type { SectionType } from '#contract/section/section-catalog.ts'
import { getSectionShapes } from './section-shapes.ts'
import css from './sections.module.css'

/** Draws how a type of section is arranged. */
export function SectionThumbnail({ type }: { type: SectionType }) {
  return (
    <svg className={css.thumbnail} viewBox="0 0 120 72" aria-hidden>
      {getSectionShapes(type).map(({ kind, ...rectangle }, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a type never change
          key={index}
          {...rectangle}
          rx={kind === 'text' || kind === 'title' ? 1.5 : 3}
          data-kind={kind}
        />
      ))}
    </svg>
  )
}
