import { useFrame } from '../../component/frame/page-context.tsx'
import { StoreFooter } from '../../component/frame/store-footer.tsx'
import type { SectionProps, ThemeComponents } from '../../component/frame/theme-components.tsx'

export const components: Partial<ThemeComponents> = { sections: { storeFooter: NocturneFooter } }

/** The name of the store closes the page in the largest type. */
function NocturneFooter(props: SectionProps<'storeFooter'>) {
  return (
    <StoreFooter {...props}>
      <p className="footer-name" aria-hidden="true">
        {useFrame().store.name}
      </p>
    </StoreFooter>
  )
}
