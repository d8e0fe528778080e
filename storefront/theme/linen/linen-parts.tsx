import { HeroImage, HeroText } from '../../part/hero.tsx'
import { useFrame } from '../../part/page-context.tsx'
import type { HeroProps, ThemeParts } from '../../part/theme-parts.tsx'

export const parts: Partial<ThemeParts> = { Hero: LinenHero }

/** The tagline of the store is above the heading of the first slide. */
function LinenHero(props: HeroProps) {
  const { tagline } = useFrame().store
  return (
    <>
      <HeroImage {...props} />
      <HeroText {...props} eyebrow={props.isFirst ? tagline : ''} />
    </>
  )
}
