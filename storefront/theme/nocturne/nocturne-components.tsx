import { useFrame } from '../../component/frame/page-context.tsx'
import { StoreFooter } from '../../component/frame/store-footer.tsx'
import type { ThemeComponents } from '../../component/frame/theme-components.tsx'

export const components: Partial<ThemeComponents> = { StoreFooter: NocturneFooter }

/** The name of the store closes the page in the largest type. */
function NocturneFooter() {
  return (
    <StoreFooter>
      <p className="footer-name" aria-hidden="true">
        {useFrame().store.name}
      </p>
    </StoreFooter>
  )
}
