import { useFrame } from '../../component/frame/page-context.tsx'
import type { HeroProps, ThemeComponents } from '../../component/frame/theme-components.tsx'
import { HeroImage, HeroText } from '../../component/hero.tsx'

export const components: Partial<ThemeComponents> = { Hero: LinenHero }

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
