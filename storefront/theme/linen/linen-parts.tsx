import { useFrame } from '../../part/frame/page-context.tsx'
import type { HeroProps, ThemeParts } from '../../part/frame/theme-parts.tsx'
import { HeroImage, HeroText } from '../../part/hero.tsx'

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
