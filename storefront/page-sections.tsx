import type { ComponentType } from 'react'
import type { SectionType } from '#contract/section/section-catalog.ts'
import type { StorefrontPage, StorefrontSection } from '#contract/storefront/storefront-page.ts'
import { ContentProvider } from './component/frame/content-context.tsx'
import {
  type SectionComponents,
  type SectionProps,
  useThemeComponents,
} from './component/frame/theme-components.tsx'
import { findReviewSection, ReviewSectionProvider } from './component/review/review-section.ts'
import { sectionComponents } from './section/section-components.ts'

/** The sections of a page in their order. */
export function PageSections({ page: { content, frame, sections } }: { page: StorefrontPage }) {
  const components = { ...sectionComponents, ...useThemeComponents().sections }
  const hasTitle = content.kind !== 'home' || startsWithHeading(sections)
  return (
    <ContentProvider value={content}>
      {!hasTitle && <h1 className="visually-hidden">{frame.store.name}</h1>}
      <ReviewSectionProvider value={findReviewSection(sections)}>
        {sections.map((section, index) =>
          renderSection(components, {
            section,
            isFirst: isFirstSection(sections, index),
            isTitle: content.kind === 'home' && index === 0,
          }),
        )}
      </ReviewSectionProvider>
    </ContentProvider>
  )
}

/** The heading of the first slide is that of the page. */
const startsWithHeading = ([first]: readonly StorefrontSection[]): boolean =>
  first?.type === 'slideshow' && Boolean(first.items[0]?.settings.heading)

/** The first image that shoppers see is in one of the first two sections. */
const isFirstSection = (sections: readonly StorefrontSection[], index: number): boolean =>
  sections.slice(0, index).filter(({ type }) => type !== 'breadcrumbs').length < 2

/** The header or the footer. Both are around the content of each page. */
export function FrameSections({
  page: { content, header, footer },
  kind,
}: {
  page: StorefrontPage
  kind: 'header' | 'footer'
}) {
  const components = { ...sectionComponents, ...useThemeComponents().sections }
  const Landmark = kind
  return (
    <Landmark className="frame">
      <ContentProvider value={content}>
        {(kind === 'header' ? header : footer).map(section =>
          renderSection(components, { section, isFirst: false, isTitle: false }),
        )}
      </ContentProvider>
    </Landmark>
  )
}

function renderSection<Type extends SectionType>(
  components: SectionComponents,
  props: SectionProps<Type>,
) {
  const Component: ComponentType<SectionProps<Type>> = components[props.section.type]
  return <Component key={props.section.id} {...props} />
}
